package ticket

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/upload"
)

// maxImages is the maximum number of pictures per item, maxImagesAll the maximum of one call.
const (
	maxImages    = 3
	maxImagesAll = 30
)

// RepairInput asks for the repair of one item. Images are ids of the customer's uploads.
type RepairInput struct {
	ItemID int64
	// AddressID is the customer's address where the item stands. 0 keeps the known address.
	AddressID int64
	Message   string
	Images    []string
}

// RepairAll raises one request per item, all or none. Faults: 404 for somebody else's item or
// picture, 409 for an item that is not active or has a live request, 422 if a description or
// picture is missing or the address is in another city.
func (s *Service) RepairAll(ctx context.Context, customerID int64, wanted []RepairInput) ([]Ticket, error) {
	if len(wanted) == 0 {
		return nil, fault.Invalid("request.nothing_selected", "data", "Please select atleast one.")
	}
	if len(wanted) > maxItems {
		return nil, fault.Invalid("ticket.too_many_items", "data", "These are too many items for one request.")
	}
	images, ids := 0, make([]int64, len(wanted))
	for i, w := range wanted {
		images += len(w.Images)
		ids[i] = w.ItemID
	}
	if err := subscription.EachOnce(ids); err != nil {
		return nil, err
	}
	if images > maxImagesAll {
		return nil, fault.Invalid("repair.too_many_images", "images", "Please choose at most 30 images in all.")
	}
	return idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "repair", Input: wanted}, func(ctx context.Context, tx *store.Tx) ([]Ticket, error) {
		tickets := make([]Ticket, len(wanted))
		for i, w := range wanted {
			var err error
			if tickets[i], err = s.repair(ctx, tx, customerID, w); err != nil {
				return nil, err
			}
		}
		return tickets, nil
	})
}

func (s *Service) repair(ctx context.Context, tx *store.Tx, customerID int64, w RepairInput) (Ticket, error) {
	if strings.TrimSpace(w.Message) == "" {
		return Ticket{}, fault.Invalid("repair.description_missing", "message", "Please describe your problem")
	}
	if len(w.Images) == 0 {
		return Ticket{}, fault.Invalid("repair.image_missing", "images", "Please select at least one image")
	}
	if len(w.Images) > maxImages {
		return Ticket{}, fault.Invalid("repair.too_many_images_of_item", "images", "Please choose at most three images.")
	}
	items, err := s.activeItems(ctx, tx.Queries, customerID, []int64{w.ItemID})
	if err != nil {
		return Ticket{}, err
	}
	if err := s.standAt(ctx, tx, customerID, items, w.AddressID, "addressId"); err != nil {
		return Ticket{}, err
	}
	t, err := s.Raise(ctx, tx, Ticket{
		CustomerID: customerID, Type: Repair, Items: ItemsOf(w.ItemID), Message: strings.TrimSpace(w.Message),
	})
	if err != nil {
		return t, err
	}
	for no, id := range w.Images {
		if err := addImage(ctx, tx, t, no+1, id); err != nil {
			return t, err
		}
	}
	return t, nil
}

func addImage(ctx context.Context, tx *store.Tx, t Ticket, no int, uploadID string) error {
	_, found, err := upload.Find(ctx, tx.Queries, t.CustomerID, uploadID, upload.Ticket)
	if err != nil {
		return err
	}
	if !found {
		return fault.NotFound("repair.image_not_found", "This image does not exist. Please upload it again.")
	}
	err = tx.TicketImageAdd(ctx, db.TicketImageAddParams{CustomerID: t.CustomerID, TicketID: t.ID, ImageNo: int64(no), UploadID: uploadID})
	if err != nil {
		return fmt.Errorf("ticket: add image %s to %s: %w", uploadID, t.Number, err)
	}
	return nil
}

func imagesOf(ctx context.Context, q *db.Queries, t Ticket) ([]upload.Upload, error) {
	ids, err := q.TicketImages(ctx, t.CustomerID, t.ID)
	if err != nil {
		return nil, fmt.Errorf("ticket: read the images of %s: %w", t.Number, err)
	}
	images := make([]upload.Upload, 0, len(ids))
	for _, id := range ids {
		image, found, err := upload.Find(ctx, q, t.CustomerID, id, upload.Ticket)
		if err != nil {
			return nil, err
		}
		if found {
			images = append(images, image)
		}
	}
	return images, nil
}
