# Each target installs the tools it needs (see deploy/local/README.md), so a fresh machine needs only make and npm.
SHELL := /bin/sh
LOCAL = . deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/local/src
KUBE = . deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/kube/src
RELIABILITY = . deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/reliability/src
.PHONY: kube-up kube-dev kube-down kube-status kube-rollouts kube-scaling kube-alerts kube-connections kube-dry-run kube-files
IMAGES = . deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/images/src
.PHONY: up down reset test test-edits test-mutants test-previous test-service e2e check check-proof figures logs status screenshots proto openapi dashboards migrate replay images samples test-kill test-chaos test-input test-outage test-away test-restore test-replicas test-busy test-plans
.PHONY: bench-dispatch bench-growth bench-migrate bench-relay bench-upload bench-gateway bench-styles bench-web bench-idle

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

figures: ## how the source is structured, in numbers: circles of folders, writers of each table, copies of the contract
	@$(LOCAL)/figures.ts

check-proof: ## undo rules of security and money, and change 30 texts of web/e2e/coverage.md, one at a time: the named test of each must fail (SEED=n repeats; COUNT=n, ONLY=text for some)
	@$(LOCAL)/check-proof.ts

test: ## every suite and the browser journeys (SHUFFLE=1: in random order; ONLY=auth,libs/kafka for some)
	@$(LOCAL)/test.ts

test-edits: ## entries moved, removed and regenerated at every stage: what posts is what the calendar shows (REPLICAS=2: replicas are suspended meanwhile; SEED=n repeats)
	@$(RELIABILITY)/edits.ts

test-mutants: ## change pure files with Stryker, one mutant at a time: their tests must notice (ONLY=post for one, with the survivors)
	@$(LOCAL)/test-mutants.ts

test-service: ## one package's suite: make test-service S=auth
	@ONLY="$(S)" && export ONLY && $(LOCAL)/test.ts

test-previous: ## the previous release's services on this checkout's schema (PREVIOUS=commit; the last tag, else where main was left; ONLY=auth for one)
	@$(LOCAL)/test-previous.ts

bench-dispatch: ## due rows, compared with graphile-worker, BullMQ and pg-boss (ROUNDS=n for a quick look, in all benches)
	@BENCH=dispatch && export BENCH && $(LOCAL)/bench.ts

bench-growth: ## the due scan and a dashboard's read at 10,000 and at 5,000,000 rows
	@BENCH=growth && export BENCH && $(LOCAL)/bench.ts

bench-migrate: ## migrations beside 10,000,000 entries and 30,000,000 posts while requests and events flow (PREVIOUS=commit: each one since that release, too; ROWS=n)
	@BENCH=migrate && export BENCH && $(LOCAL)/bench.ts

bench-relay: ## the outbox relay, compared with claim-and-delete
	@BENCH=relay && export BENCH && $(LOCAL)/bench.ts

bench-upload: ## 100 MiB as base64 JSON, compared with Fastify's own parser
	@BENCH=upload && export BENCH && $(LOCAL)/bench.ts

bench-gateway: ## a signed-in read through the gateway, compared with a handler that reads its session itself
	@BENCH=gateway && export BENCH && $(LOCAL)/bench.ts

bench-styles: ## whole clips of all styles: cost, looks, loudness, the same bytes twice (ONLY=v1,v8 for some; OLD=commit: processor time and picture against that commit)
	@BENCH=styles && export BENCH && $(LOCAL)/bench.ts

bench-web: ## the pages of the running stack: bytes through the gateway beside a Vite template, and Lighthouse (after make up; PORT_BASE)
	@BENCH=web && export BENCH && $(LOCAL)/bench.ts

bench-idle: ## what a whole stack costs while nobody does anything: CPU, wake-ups and queries of each part
	@$(RELIABILITY)/idle.ts

e2e: ## the browser journeys only (JOURNEY=admin: those with that in their file's name)
	@ONLY=e2e && export ONLY && $(LOCAL)/test.ts

test-kill: ## kill every part of a stack of its own while it works, then judge what was posted (ROUNDS=40; SEED=n repeats a run)
	@$(RELIABILITY)/kill.ts

test-chaos: ## every provider misbehaves while 200 posts go out: each ends once, with the right cause (SEED=n repeats a run)
	@$(RELIABILITY)/chaos.ts

test-input: ## bad input on every route, every call by who may not make it, and no secret in a log (SEED=n repeats a run)
	@$(RELIABILITY)/input.ts

test-outage: ## broker, PostgreSQL and the object store's space go away while people's videos are made and posted
	@$(RELIABILITY)/outage.ts

test-away: ## the video model, Drive, each platform, Stripe and mail away for an hour, then for good (ONLY=model|drive|tiktok|youtube|facebook|instagram|stripe|mail)
	@$(RELIABILITY)/away.ts

test-restore: ## each service's database is restored to an hour ago while it works: nothing twice, nothing lost silently (ONLY=publishing,drive for some)
	@$(RELIABILITY)/restore.ts

test-drain: ## SIGTERM in the middle of a 100 MB upload and of a slow download: nothing is cut, nothing twice (ONLY=gateway)
	@$(RELIABILITY)/drain.ts

test-trace: ## one click, three days, four posts: one trace in the logs of the services, and its spans in an OTLP file
	@$(RELIABILITY)/trace.ts

test-replicas: ## three processes of each service are called evenly, a fourth gets its share, one that is killed loses no request
	@$(RELIABILITY)/replicas.ts

test-busy: ## free videos while every core is taken eight times over: in turn, within a factor of two of the estimate; then killed in mid-render (ONLY=turns|kill)
	@$(RELIABILITY)/busy.ts

test-plans: ## every plan, action and Stripe event in every state, 14 months of life, webhooks astray (SEED=n; ONLY=clicks|table|life|webhooks)
	@$(RELIABILITY)/plans.ts

kube-up: ## build, push and install everything in the cluster of KUBECONFIG (REGISTRY=host:port; NAMESPACE, REPLICAS, PORT_BASE=30080)
	@$(KUBE)/up.ts

kube-dev: ## after make kube-up: each edit is live in the cluster in seconds, by Skaffold (PROFILE=without-migrations)
	@$(KUBE)/dev.ts

kube-down: ## remove what `make kube-up` installed, and its data
	@$(KUBE)/down.ts

kube-status: ## each part in the cluster: ready pods, restarts, and why
	@$(KUBE)/status.ts

kube-rollouts: ## rollouts, deletions, evictions, an upgrade, a rollback and a failing migration under traffic, after REPLICAS=2 make kube-up (ONLY=upgrade,…; MINUTES=10; RATE=40 a second; SEED=n)
	@$(RELIABILITY)/cluster/rollouts.ts

kube-scaling: ## 204 videos at once: generation gets more pods and goes back to one, after AUTOSCALING=keda make kube-up, with KEDA in the cluster
	@$(RELIABILITY)/cluster/scaling.ts

kube-alerts: ## each alert fired once by its fault and ended as its runbook says, with a real Prometheus, after REPLICAS=2 VIDEO_MODEL=veo make kube-up (ONLY=PostsLate,…; HOLD_SECONDS=300 to follow the runbooks)
	@$(RELIABILITY)/cluster/alerts.ts

kube-connections: ## every connection of the pods in use is named by a network policy, after make kube-up
	@$(RELIABILITY)/cluster/connections.ts

kube-dry-run: ## the cluster's API server checks the objects of both charts for all example values (VALUES=file: of the chart reelwright for that file)
	@$(KUBE)/dry-run.ts

kube-files: ## write skaffold.yaml and the files of the charts that follow from the code
	@$(KUBE)/chart-files.ts

samples: ## render the web app's sample reels and posters again (ONLY=v1,v8 for some; POSTERS=1 without reels)
	@$(LOCAL)/samples.ts

screenshots: ## take the README's pictures from the running stack
	@$(LOCAL)/screenshots.ts

proto: ## generate libs/contracts from proto/
	@. deploy/local/bootstrap.sh && cd proto && exec pnpm exec buf generate

openapi: ## generate gateway/openapi.json and the web app's types from the route schemas
	@$(LOCAL)/openapi.ts

dashboards: ## generate charts/reelwright/files/dashboards from deploy/observability/src/dashboards
	@. deploy/local/bootstrap.sh && exec node --disable-warning=ExperimentalWarning deploy/observability/src/write-dashboards.ts

migrate: ## migrate the databases of the stack of `make up`, and set the passwords of its roles (with DATABASE_URL, an administrator's: RESET_PASSWORDS=1)
	@$(LOCAL)/migrate.ts

replay: ## publish a service's dead letters again: TOPIC=reelwright.auth.user.v1 GROUP=billing (LIMIT=n: the oldest few)
	@$(LOCAL)/replay.ts

images: ## container images of the product that have changed, below .reelwright/images (ONLY=auth,web for some; REGISTRY=127.0.0.1:5000 pushes them)
	@$(IMAGES)/make-images.ts
