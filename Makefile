# Everything starts here. Each verb brings what it needs (see deploy/local/README.md), so a fresh machine needs make and npm only.
SHELL := /bin/sh
LOCAL = . deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/local/src
RELIABILITY = . deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/reliability/src
.PHONY: up down reset test test-mutants test-service e2e check logs status screenshots proto migrate replay test-kill test-chaos

up: ## start everything in the foreground (DETACH=1: return once ready; PORT_BASE=8080; REELWRIGHT_HOME=.reelwright)
	@$(LOCAL)/up.ts

down: ## stop what `make up` started
	@$(LOCAL)/down.ts

reset: ## stop, and drop all local data
	@$(LOCAL)/reset.ts

status: ## every part with address, pid, memory and health (FORMAT=json for programs)
	@$(LOCAL)/status.ts

logs: ## the parts' logs as they grow (PART=auth for one; FOLLOW=0 to print and return)
	@$(LOCAL)/logs.ts

check: ## format, lint, types, dead code, boundaries, contracts, drift
	@$(LOCAL)/check.ts

test: ## every suite, then the browser journeys (SHUFFLE=1: in random order)
	@$(LOCAL)/test.ts

test-mutants: ## break one rule of each service: its suite must notice (ONLY=auth for one)
	@$(LOCAL)/test-mutants.ts

test-service: ## one package's suite: make test-service S=auth
	@ONLY="$(S)" && export ONLY && $(LOCAL)/test.ts

e2e: ## the browser journeys only
	@ONLY=e2e && export ONLY && $(LOCAL)/test.ts

test-kill: ## kill every part of a stack of its own while it works, then judge what was posted (ROUNDS=40; SEED=n repeats a run)
	@$(RELIABILITY)/kill.ts

test-chaos: ## every provider misbehaves while 200 posts go out: each ends once, with the right cause (SEED=n repeats a run)
	@$(RELIABILITY)/chaos.ts

screenshots: ## take the README's pictures from the running stack
	@$(LOCAL)/screenshots.ts

proto: ## generate libs/contracts from proto/
	@. deploy/local/bootstrap.sh && cd proto && exec pnpm exec buf generate

migrate: ## apply every service's migrations to the running stack
	@$(LOCAL)/migrate.ts

replay: ## publish a service's dead letters again: TOPIC=reelwright.auth.user.v1 GROUP=billing (LIMIT=n: the oldest few)
	@$(LOCAL)/replay.ts
