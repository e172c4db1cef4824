package demo

import (
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"strings"

	"rento/internal/money"
	"rento/internal/subscription"
	"rento/internal/webpage"
)

// The service accounting codes for renting out furniture and household appliances, television and
// audio, computers, and other goods.
const (
	sacHome     = "997323"
	sacAudio    = "997321"
	sacComputer = "997315"
	sacOther    = "997329"
)

// ownGSTRate is the rate of products whose code is not in the table of rates, in hundredths of a
// percent.
const ownGSTRate = 1800

// closureMultiplier is in ten-thousandths of a month's rent: one and a half.
const closureMultiplier = 15_000

func product(category, sac, slug, name string, rent, deposit int64) subscription.Product {
	return subscription.Product{
		Slug: slug, Name: name, Category: category, Thumbnail: "/media/products/" + slug + ".svg",
		SAC: sac, ClosureMultiplierBP: closureMultiplier,
		Rent: money.Rupees(rent), Deposit: money.Rupees(deposit),
	}
}

func furniture(slug, name string, rent, deposit int64) subscription.Product {
	return product("furniture", sacHome, slug, name, rent, deposit)
}

func appliance(slug, name string, rent, deposit int64) subscription.Product {
	return product("appliances", sacHome, slug, name, rent, deposit)
}

func airConditioner(slug, name string, rent, deposit int64) subscription.Product {
	p := appliance(slug, name, rent, deposit)
	p.AC = true
	return p
}

func electronics(slug, name, sac string, rent, deposit int64) subscription.Product {
	p := product("electronics", sac, slug, name, rent, deposit)
	if sac != sacAudio {
		p.GSTBP = new(int64(ownGSTRate))
	}
	return p
}

// goods adds the data for moving a product: its HSN code, and the value of one unit in rupees.
func goods(p subscription.Product, hsn string, worth int64) subscription.Product {
	p.HSN, p.UnitValue = hsn, money.Rupees(worth)
	return p
}

// catalogue has rents per month without GST, deposits and values, in rupees.
var catalogue = []subscription.Product{
	goods(furniture("sofa-3-seater", "Wooden sofa set, 3 seater", 1099, 2200), "9401", 24000),
	goods(furniture("sofa-2-seater", "Fabric sofa, 2 seater", 799, 1600), "9401", 17000),
	goods(furniture("recliner", "Recliner, single", 949, 1900), "9401", 22000),
	goods(furniture("bean-bag", "Bean bag, XXL", 199, 400), "9404", 3500),
	goods(furniture("office-chair", "Ergonomic office chair", 349, 700), "9401", 8000),
	goods(furniture("bed-single", "Single bed, sheesham", 449, 900), "9403", 11000),
	goods(furniture("bed-queen", "Queen bed, sheesham", 699, 1400), "9403", 18000),
	goods(furniture("bed-king-storage", "King bed with storage", 999, 2000), "9403", 27000),
	goods(furniture("mattress-queen", "Queen mattress, 6 inch", 399, 800), "9404", 9000),
	goods(furniture("wardrobe-2-door", "Wardrobe, 2 door", 649, 1300), "9403", 16000),
	goods(furniture("wardrobe-3-door", "Wardrobe with mirror, 3 door", 899, 1800), "9403", 23000),
	goods(furniture("bookshelf", "Bookshelf, 4 tier", 299, 600), "9403", 6500),
	goods(furniture("shoe-rack", "Shoe rack", 179, 360), "9403", 3500),
	goods(furniture("chest-of-drawers", "Chest of drawers", 449, 900), "9403", 10000),
	goods(furniture("tv-unit", "TV unit", 379, 760), "9403", 8500),
	goods(furniture("bedside-table", "Bedside table", 149, 300), "9403", 3000),
	goods(furniture("study-desk", "Study desk with drawers", 429, 860), "9403", 9500),
	goods(furniture("coffee-table", "Coffee table", 249, 500), "9403", 5500),
	goods(furniture("dining-table-4", "Dining table, 4 seater", 799, 1600), "9403", 19000),
	goods(furniture("dining-table-6", "Dining table, 6 seater", 1149, 2300), "9403", 28000),
	goods(furniture("baby-crib", "Baby crib", 599, 1200), "9403", 13000),
	goods(furniture("floor-lamp", "Floor lamp", 159, 320), "9405", 3000),
	goods(appliance("fridge-single-door", "Single-door fridge, 190 L", 649, 1500), "8418", 16000),
	goods(appliance("fridge-double-door", "Double-door fridge, 240 L", 899, 2000), "8418", 24000),
	goods(appliance("washing-machine-top", "Washing machine, top load 6.5 kg", 699, 1600), "8450", 17000),
	goods(appliance("washing-machine-front", "Washing machine, front load 7 kg", 1049, 2400), "8450", 29000),
	goods(airConditioner("ac-split-1-ton", "Split AC, 1 ton", 1499, 3000), "8415", 33000),
	goods(airConditioner("ac-split-1-5-ton", "Split AC, 1.5 ton", 1799, 3600), "8415", 39000),
	goods(airConditioner("ac-window", "Window AC, 1.5 ton", 1349, 2700), "8415", 30000),
	goods(appliance("microwave", "Microwave oven, 20 L", 349, 800), "8516", 7500),
	goods(appliance("dishwasher", "Dishwasher, 13 place", 1199, 2800), "8422", 36000),
	goods(appliance("water-purifier", "RO water purifier", 399, 900), "8421", 12000),
	goods(appliance("induction-hob", "Induction hob, 2 zone", 299, 700), "8516", 6500),
	goods(appliance("air-cooler", "Air cooler, 55 L", 449, 1000), "8479", 10000),
	goods(appliance("air-purifier", "Air purifier", 549, 1200), "8421", 13000),
	goods(appliance("water-heater", "Water heater, 15 L", 279, 600), "8516", 6500),
	goods(electronics("tv-32", "Smart TV, 32 inch", sacAudio, 699, 1600), "8528", 15000),
	goods(electronics("tv-43", "Smart TV, 43 inch", sacAudio, 1099, 2500), "8528", 27000),
	goods(electronics("tv-55", "Smart TV, 55 inch", sacAudio, 1699, 4000), "8528", 45000),
	goods(electronics("soundbar", "Soundbar with subwoofer", sacAudio, 449, 1000), "8518", 11000),
	goods(electronics("laptop", "Laptop, 14 inch", sacComputer, 1999, 5000), "8471", 52000),
	goods(electronics("monitor-27", "Monitor, 27 inch", sacComputer, 799, 1800), "8528", 17000),
	goods(electronics("tablet", "Tablet, 11 inch", sacComputer, 899, 2200), "8471", 24000),
	goods(electronics("printer", "Laser printer", sacComputer, 599, 1400), "8443", 15000),
	goods(electronics("game-console", "Game console", sacOther, 1599, 4000), "9504", 42000),
	goods(electronics("projector", "Home projector", sacAudio, 1299, 3000), "8528", 38000),
	goods(electronics("treadmill", "Treadmill", sacOther, 1899, 4500), "9506", 48000),
	goods(electronics("exercise-bike", "Exercise bike", sacOther, 899, 2000), "9506", 20000),
}

// Catalogue returns every product that the demo company rents out, with ids from 1.
func Catalogue() []subscription.Product {
	products := append([]subscription.Product(nil), catalogue...)
	for i := range products {
		products[i].ID = int64(i + 1)
		products[i].Names = map[string]string{}
		for language, known := range productNames {
			if name, ok := known[products[i].Slug]; ok {
				products[i].Names[language] = name
			}
		}
	}
	return products
}

//go:embed names/*.json
var nameFiles embed.FS

// productNames are the product names in other languages, by language code and product slug. Each
// language has a file.
var productNames = mustReadNames()

func mustReadNames() map[string]map[string]string {
	files, err := fs.Glob(nameFiles, "names/*.json")
	if err != nil {
		panic("demo: " + err.Error()) // the pattern is a constant
	}
	names := map[string]map[string]string{}
	for _, file := range files {
		raw, err := nameFiles.ReadFile(file)
		if err != nil {
			panic("demo: " + err.Error()) // the file is embedded
		}
		var known map[string]string
		if err := json.Unmarshal(raw, &known); err != nil {
			panic("demo: " + file + ": " + err.Error()) // the file is part of the program
		}
		names[strings.TrimSuffix(filepath.Base(file), ".json")] = known
	}
	return names
}

//go:embed drawings/*.svg
var drawings embed.FS

// Drawings serves the products' drawings below /media/products/.
func Drawings() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/media/products/")
		picture, err := fs.ReadFile(drawings, "drawings/"+name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		header := w.Header()
		header.Set("Content-Type", "image/svg+xml")
		header.Set("Cache-Control", "public, max-age=86400")
		header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "+webpage.OwnFrames)
		header.Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(picture) // if this fails, the client has gone
	})
}
