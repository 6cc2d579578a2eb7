module reelwright/sandbox

go 1.24

require github.com/stripe/stripe-go/v85 v85.0.0
