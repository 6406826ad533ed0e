package outcome

// ByStatus names the event of a status, as far as the status alone says.
func ByStatus(status int) Event {
	switch status {
	case 400, 413, 414:
		return Status400
	case 401:
		return Status401
	case 402:
		return Status402
	case 403, 451:
		return Status403
	case 404, 410:
		return Status404
	case 408:
		return Status408
	case 412, 423:
		return Status412
	case 425:
		return Status425
	case 428:
		return Status428
	case 429:
		return Status429
	case 500:
		return Status500
	case 501, 505:
		return Status501
	case 304:
		return Other
	}
	switch status / 100 {
	case 3:
		return Redirect
	case 4:
		return Other4xx
	case 5:
		return Status502
	}
	return Other
}
