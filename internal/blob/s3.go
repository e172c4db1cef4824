package blob

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3Options say where a bucket is and who we are there.
type S3Options struct {
	URL, Region, Bucket  string
	AccessKey, SecretKey string
	// Transport replaces the usual network, nil does not.
	Transport http.RoundTripper
}

// S3 keeps files in a bucket, which nobody but us needs to read.
type S3 struct {
	client *minio.Client
	bucket string
}

// NewS3 returns the store in a bucket that exists. It asks nothing of it yet.
func NewS3(o S3Options) (*S3, error) {
	at, err := url.Parse(o.URL)
	if err != nil {
		return nil, fmt.Errorf("blob: address: %w", err)
	}
	client, err := minio.New(at.Host, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: at.Scheme == "https", Region: o.Region, Transport: o.Transport,
	})
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &S3{client, o.Bucket}, nil
}

// Put sends a file to the bucket.
func (s *S3) Put(ctx context.Context, key string, data []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	_, err := s.client.PutObject(ctx, s.bucket, key, bytes.NewReader(data), int64(len(data)), minio.PutObjectOptions{})
	if err != nil {
		return fmt.Errorf("blob: keep: %w", err)
	}
	return nil
}

// Get opens a file of the bucket.
func (s *S3) Get(ctx context.Context, key string) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	object, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("blob: open: %w", err)
	}
	if _, err := object.Stat(); err != nil { // nothing was asked before this
		_ = object.Close() // it holds nothing
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			return nil, ErrNone
		}
		return nil, fmt.Errorf("blob: open: %w", err)
	}
	return object, nil
}

// Delete removes a file from the bucket.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("blob: delete: %w", err)
	}
	return nil
}
