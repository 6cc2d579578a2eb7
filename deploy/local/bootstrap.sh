# Sourced by the Makefile and by people: puts Node 24 and pnpm on the PATH and installs the workspace's packages.
# POSIX sh. Pinned versions and their checksums are in deploy/local/bootstrap/package-lock.json.
# A shell that sources it must survive its failure: no `exit`, no `set -e`; a function that fails returns 1.
rw_pnpm_version=12.21.0
rw_root=$(pwd)
rw_cache=${XDG_CACHE_HOME:-$HOME/.cache}/reelwright
rw_tools=$rw_cache/node-24.21.0-pnpm-$rw_pnpm_version

rw_fail() { echo "$1" >&2; return 1; }
rw_megabytes() { du -sm "$1" 2>/dev/null | cut -f1 || echo 0; }
rw_node_fits() { # Node 24.11 is the first whose type stripping and module hooks all tools here accept
  command -v node >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a === 24 && b >= 11 ? 0 : 1)' 2>/dev/null
}
rw_pnpm_fits() { command -v pnpm >/dev/null 2>&1 && [ "$(pnpm --version 2>/dev/null)" = "$rw_pnpm_version" ]; }
rw_use_tools() {
  case $(uname -m) in aarch64 | arm64) rw_arch=arm64 ;; *) rw_arch=x64 ;; esac
  PATH=$rw_tools/node_modules/node-linux-$rw_arch/bin:$rw_tools/node_modules/@pnpm/exe.linux-$rw_arch:$PATH
  export PATH
}

rw_ensure_npm() {
  if command -v npm >/dev/null 2>&1; then return 0; fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "npm is missing: installing Debian's package."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm ca-certificates; } >/dev/null 2>&1 ||
      rw_fail "npm could not be installed with apt-get: install the Debian package npm by hand, then run make again."
  else
    rw_fail "npm is missing: ask an administrator for 'apt-get install npm' (or install Node 24, which brings it), then run make again."
  fi
}

rw_fetch_tools() {
  rw_ensure_npm || return 1
  rw_started=$(date +%s)
  { mkdir -p "$rw_cache" && rw_fresh=$(mktemp -d "$rw_cache/node.XXXXXX"); } || return 1
  cp deploy/local/bootstrap/package.json deploy/local/bootstrap/package-lock.json "$rw_fresh/" || return 1
  (cd "$rw_fresh" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) || {
    tail -n 5 "$rw_fresh/npm.log" >&2
    rw_fail "Node 24 and pnpm could not be fetched with npm: check npm's registry and network settings (log: $rw_fresh/npm.log)."
    return 1
  }
  { rm -rf "$rw_tools" && mv "$rw_fresh" "$rw_tools" && chmod 755 "$rw_tools"; } || return 1
  rw_use_tools
  { rw_node_fits && rw_pnpm_fits; } || rw_fail "The fetched Node 24 or pnpm does not run here: this machine needs glibc 2.28 or newer on x64 or arm64." || return 1
  printf '  %-14s %s\n' node "24.21.0 with pnpm $rw_pnpm_version, fetched, $(rw_megabytes "$rw_tools") MB unpacked, in $(($(date +%s) - rw_started)) s"
}

rw_ensure_tools() {
  if rw_node_fits && rw_pnpm_fits; then return 0; fi
  if [ -d "$rw_tools" ]; then rw_use_tools; fi
  if rw_node_fits && rw_pnpm_fits; then return 0; fi
  rw_fetch_tools
}

rw_ensure_packages() { # unless this lockfile is already installed
  rw_lock=$(cat pnpm-lock.yaml pnpm-workspace.yaml | sha256sum | cut -d' ' -f1)
  if [ -f node_modules/.installed-lockfile ] && [ "$(cat node_modules/.installed-lockfile)" = "$rw_lock" ]; then return 0; fi
  rw_started=$(date +%s)
  mkdir -p "$rw_root/node_modules" || return 1
  CI=1 pnpm install --frozen-lockfile >node_modules/.install.log 2>&1 || {
    tail -n 20 node_modules/.install.log >&2
    rw_fail "The workspace's packages could not be installed: the lines above are pnpm's (all of it: node_modules/.install.log)."
    return 1
  }
  echo "$rw_lock" >node_modules/.installed-lockfile || return 1
  printf '  %-14s %s\n' packages "fetched, $(rw_megabytes node_modules) MB unpacked, in $(($(date +%s) - rw_started)) s"
}

rw_bootstrap() {
  [ "$(uname -s)" = Linux ] || rw_fail "Reelwright runs on Linux (Debian 12 or alike): on $(uname -s), start it in a Linux virtual machine." || return 1
  [ -d deploy/local/bootstrap ] || rw_fail "Change to Reelwright's own folder first: it is the one with deploy/local in it." || return 1
  rw_ensure_tools && rw_ensure_packages || return 1
  # Node keeps compiled code between runs: half the time of a make target, and the supervisor's memory, go into compiling.
  export NODE_COMPILE_CACHE="$rw_cache/compile-cache"
}

# Last: its status is that of the whole file.
rw_bootstrap
