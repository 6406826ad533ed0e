package expenses

import (
	"fmt"
	"math/big"
	"strings"
	"time"
)

func seedTenants() []string { return []string{"acme", "birch", "cedar"} }

func seedStaff() map[string][]employee {
	names := map[string][]string{
		"acme":  {"Ada Lindqvist", "Bruno Okafor", "Chiara Weiss", "Deniz Aydin", "Emil Sørensen", "Farah Haddad"},
		"birch": {"Gita Raman", "Henrik Vogel", "Ines Duarte"},
		"cedar": {"Jonas Keller", "Keiko Mori"},
	}
	staff := map[string][]employee{}
	number := 0
	for _, tenant := range seedTenants() {
		for _, name := range names[tenant] {
			number++
			first := strings.ToLower(strings.Fields(name)[0])
			staff[tenant] = append(staff[tenant], employee{
				ID:          fmt.Sprintf("emp_%02d", number),
				DisplayName: name,
				Email:       first + "@" + tenant + ".example",
				IBAN:        iban(uint64(number)),
			})
		}
	}
	return staff
}

// merchants pairs a name with its category and the notes that go with it.
func merchants() [][3]string {
	return [][3]string{
		{"Taxi Berlin", "travel", "Taxi to the customer"},
		{"Deutsche Bahn", "travel", "Train to the quarterly meeting"},
		{"Mensa am Park", "meals", "Lunch with a candidate"},
		{"Hotel Adler", "lodging", "Two nights for the trade fair"},
		{"Papier & Tinte", "equipment", "Printer paper for the branch"},
		{"Swissair Lounge", "travel", "Flight change after a cancelled meeting"},
		{"Osteria Lucia", "meals", "Dinner with the auditors"},
		{"Kabelwerk", "equipment", "Adapter for the meeting room"},
		{"Pension Elbblick", "lodging", "Night before the early taxi"},
		{"Old System Import", "legacy_other", ""},
	}
}

// seedExpenses makes 120 expenses, nine days apart, from October 2023 to
// September 2026. The older one is, the further it has come.
func seedExpenses(staff map[string][]employee) []*expense {
	const count = 120
	first := time.Date(2023, time.October, 2, 9, 0, 0, 0, time.UTC)
	kinds := merchants()
	var out []*expense
	for i := range count {
		tenant := "acme"
		switch {
		case i%10 == 9:
			tenant = "cedar"
		case i%4 == 3:
			tenant = "birch"
		}
		kind := kinds[int(mix(uint64(i))%uint64(len(kinds)))]
		who := staff[tenant][int(mix(uint64(i)+1000)%uint64(len(staff[tenant])))]
		currency := "EUR"
		if i%7 == 4 {
			currency = currencies()[i%4]
		}
		at := first.AddDate(0, 0, i*9)
		id := fmt.Sprintf("exp_%d", 1000+i)
		e := &expense{
			tenant:     tenant,
			ID:         &id,
			Status:     seedStatus(i, count),
			Merchant:   kind[0],
			Category:   kind[1],
			Note:       kind[2],
			Amount:     money{Cents: 480 + int64(mix(uint64(i)+2000)%60_000), Currency: currency},
			CostCenter: fmt.Sprintf("CC-%d00", 1+i%4),
			Date:       at.Format(day),
			Employee:   who,
			Version:    1,
			Audit:      []auditEntry{{At: at, Actor: who.ID, Action: "created"}},
		}
		if i%17 == 5 {
			e.Flags = []string{"weekend"}
		}
		if i%40 == 13 {
			gone := at.AddDate(0, 0, 2)
			e.Status, e.DeletedAt, e.Version = "rejected", &gone, 2
			e.Audit = append(e.Audit, auditEntry{At: gone, Actor: who.ID, Action: "deleted"})
		}
		out = append(out, e)
	}
	return out
}

func seedStatus(i, count int) string {
	switch age := count - i; {
	case age > 90:
		return "archived"
	case age > 25:
		return []string{"paid", "paid", "paid", "rejected"}[i%4]
	case age > 12:
		return []string{"approved", "submitted", "paid"}[i%3]
	}
	return []string{"submitted", "draft", "submitted", "approved"}[i%4]
}

// mix scatters a number (splitmix64). Unlike math/rand it cannot change with
// the Go version, and the seed is part of what tests rely on.
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// iban returns an account number with valid check digits (ISO 13616) at a bank
// that does not exist.
func iban(n uint64) string {
	account := fmt.Sprintf("00000000%010d", mix(n)%10_000_000_000)
	number, ok := new(big.Int).SetString(account+"131400", 10) // "DE00" moved to the end, letters as numbers
	if !ok {
		panic("expenses: IBAN is not a number: " + account)
	}
	check := 98 - number.Mod(number, big.NewInt(97)).Int64()
	return fmt.Sprintf("DE%02d%s", check, account)
}
