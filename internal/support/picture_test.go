package support_test

import (
	"bytes"
	"image"
	"image/png"

	"rento/internal/account"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// picture uploads a picture for the chat.
func (d fixture) picture(c account.Customer) string {
	d.T.Helper()
	var raw bytes.Buffer
	d.must(png.Encode(&raw, image.NewGray(image.Rect(0, 0, 8, 8))))
	kept, err := d.uploads.Add(d.ctx(), c.ID, upload.Chat, upload.File{Name: "fridge.png", Type: "image/png", Size: int64(raw.Len()), Body: bytes.NewReader(raw.Bytes())})
	d.must(err)
	return kept.ID
}

func repairOf(customerID, item int64) ticket.Ticket {
	return ticket.Ticket{CustomerID: customerID, Type: ticket.Repair, Items: ticket.ItemsOf(item), Message: "It does not cool."}
}
