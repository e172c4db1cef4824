package api

import (
	"context"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
)

// streamed is an own call that writes its answer itself. describe returns the possible media types
// of the answer.
func streamed[In any](fn func(context.Context, account.Session, *In) (huma.StreamResponse, error), describe func(*routes) map[string]*huma.MediaType) handler {
	return handler{owner: inSession, in: reflect.TypeFor[In](), add: func(r *routes, section string, w row) {
		operation := r.operation(section, w)
		operation.Responses = map[string]*huma.Response{"200": {
			Description: "OK",
			Headers:     map[string]*huma.Param{"Cache-Control": {Schema: &huma.Schema{Type: huma.TypeString}}},
			Content:     describe(r),
		}}
		huma.Register(r.api, operation, func(ctx context.Context, in *In) (*huma.StreamResponse, error) {
			s, _ := ctx.Value(sessionKey{}).(account.Session)
			out, err := fn(ctx, s, in)
			if err != nil {
				return nil, answer(ctx, r.logger, w.at, err)
			}
			return &out, nil
		})
	}}
}

// writeWhole writes an answer with its length.
func writeWhole(c huma.Context, media string, body []byte) {
	c.SetHeader("Content-Type", media)
	c.SetHeader("Cache-Control", "no-store")
	c.SetHeader("Content-Length", strconv.Itoa(len(body)))
	_, _ = c.BodyWriter().Write(body) // fails only if the client has disconnected
}
