package emulator

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
)

var (
	//go:embed window.js
	windowScript []byte
	//go:embed chat.js
	chatScript []byte
)

// Script is a provider's checkout script: its own part after that which draws
// every checkout of the sandbox, in a scope of their own.
func Script(own []byte) http.Handler { return scriptOf(windowScript, own) }

// ChatScript is Script for a provider in whose window customers chat.
func ChatScript(own []byte) http.Handler { return scriptOf(windowScript, chatScript, own) }

func scriptOf(parts ...[]byte) http.Handler {
	text := slices.Concat([]byte("(() => {\n\"use strict\";\n"), slices.Concat(parts...), []byte("})();\n"))
	return Open(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(text)
	}))
}

// Open lets a handler be called from any origin, also from a document without
// one: it is for the payer's browser.
func Open(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// Allow answers what a browser asks before it calls an open handler.
func Allow() http.Handler {
	return Open(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Access-Control-Allow-Methods", "POST")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type")
		w.WriteHeader(http.StatusNoContent)
	}))
}

// Send sends what a provider says as JSON.
func Send(w http.ResponseWriter, status int, result any) {
	body, err := json.Marshal(result)
	if err != nil {
		status, body = http.StatusInternalServerError, nil
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
