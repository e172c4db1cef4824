package api

import (
	"context"

	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
)

// CatalogueProduct is a product of the catalogue, in rupees.
type CatalogueProduct struct {
	ID       int64        `json:"id"`
	Name     string       `json:"name" catalogue:"name" example:"Oak sofa"`
	Category string       `json:"category" example:"furniture"`
	SAC      string       `json:"sac" doc:"service accounting code of its rent" example:"997323"`
	HSN      string       `json:"hsn" doc:"code of the product as goods; '' while nobody has said it" example:"9401"`
	Value    money.Amount `json:"value" doc:"of one unit as goods; 0 while nobody has said it"`
	Rent     money.Amount `json:"rent" doc:"a month, without GST"`
	Deposit  money.Amount `json:"deposit"`
}

// Catalogue lists the products.
type Catalogue struct {
	Products []CatalogueProduct `json:"products" doc:"by id"`
}

type catalogueCalls struct {
	store         *store.Store
	subscriptions *subscription.Service
}

func (c *catalogueCalls) products(ctx context.Context, _ *Nothing) (Catalogue, error) {
	list, err := subscription.Products(ctx, c.store.Queries())
	return Catalogue{each(list, func(p subscription.Product) CatalogueProduct {
		return CatalogueProduct{p.ID, p.Name, p.Category, p.SAC, p.HSN, p.UnitValue.Wire(), p.Rent.Wire(), p.Deposit.Wire()}
	})}, err
}

type goodsInput struct {
	Body struct {
		ProductID int64        `json:"productId" example:"12"`
		HSN       string       `json:"hsn" minLength:"4" maxLength:"8" example:"9401"`
		Value     money.Amount `json:"value" exclusiveMinimum:"0" maximum:"10000000" doc:"of one unit, in rupees"`
	}
}

func (c *catalogueCalls) setGoods(ctx context.Context, in *goodsInput) (Ok, error) {
	return ok(c.subscriptions.SetGoods(ctx, in.Body.ProductID, in.Body.HSN, in.Body.Value.Paise()))
}
