package specimen

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
)

// noSettings keeps the library from writing a file of settings at home.
var noSettings = sync.OnceFunc(api.DisableConfigDir)

// settings are the library's, with a password for a file that has one.
func settings(password string) *model.Configuration {
	noSettings()
	if password == "" {
		return model.NewDefaultConfiguration()
	}
	return model.NewAESConfiguration(password, "owner of "+password, 256)
}

// PDF is specimens as the pages of a file.
func PDF(documents ...Document) ([]byte, error) {
	var pictures []io.Reader
	for _, d := range documents {
		raw, err := JPEG(d)
		if err != nil {
			return nil, err
		}
		pictures = append(pictures, bytes.NewReader(raw))
	}
	var out bytes.Buffer
	if err := api.ImportImages(nil, &out, pictures, pdfcpu.DefaultImportConfig(), settings("")); err != nil {
		return nil, fmt.Errorf("specimen: PDF: %w", err)
	}
	return out.Bytes(), nil
}

// PicturesOf returns the pictures in a PDF, by page.
func PicturesOf(file []byte) ([][]byte, error) {
	found, err := api.ExtractImagesRaw(bytes.NewReader(file), nil, settings(""))
	if err != nil {
		return nil, fmt.Errorf("specimen: pictures of a PDF: %w", err)
	}
	var pictures [][]byte
	for _, page := range found {
		for _, picture := range page {
			raw, err := io.ReadAll(picture)
			if err != nil {
				return nil, fmt.Errorf("specimen: pictures of a PDF: %w", err)
			}
			pictures = append(pictures, raw)
		}
	}
	return pictures, nil
}
