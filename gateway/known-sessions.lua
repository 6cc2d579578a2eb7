-- Caches auth's response for a Cookie header and a service for one second, so that reads in a row are checked once.
-- Changes are always checked: unless this script marks the session as known, the filter after it checks the request at auth.
-- Reasons and figures: services/decisions/0004-gateway.md.

local CACHED_MS = 1000
local MAX_ENTRIES = 10000
local MAX_COOKIE_BYTES = 1024
local SELF = 'known_sessions'
local CHECK = 'envoy.filters.http.ext_authz'

-- Service and Cookie header -> { identity, checked_at }. One worker thread has one such table.
local known, count = {}, 0
-- Grows whenever a session may have ended; responses to earlier checks are not cached.
local endings = 0

local function is_fresh(checked_at, now)
  -- The clock may have been set back.
  return now >= checked_at and now - checked_at < CACHED_MS
end

function envoy_on_request(handle)
  -- Only the response of these routes matters, and some are public.
  if handle:filterContext():get('ends_sessions') then return end
  local headers = handle:headers()
  if headers:get(':method') ~= 'GET' then return end
  local cookie = headers:get('cookie')
  if cookie == nil or #cookie > MAX_COOKIE_BYTES then return end
  local now = handle:timestamp()
  local metadata = handle:streamInfo():dynamicMetadata()
  -- An identity token for one service is not valid at another.
  local cache_key = headers:get('x-auth-audience') .. ' ' .. cookie
  local session = known[cache_key]
  if session ~= nil and is_fresh(session.checked_at, now) then
    headers:replace('x-auth-identity', session.identity)
    metadata:set(SELF, 'known', true)
  else
    metadata:set(SELF, 'cache_key', cache_key)
    metadata:set(SELF, 'checked_at', now)
    metadata:set(SELF, 'endings', endings)
  end
end

function envoy_on_response(handle)
  if handle:filterContext():get('ends_sessions') then
    known, count = {}, 0
    endings = endings + 1
    return
  end
  local metadata = handle:streamInfo():dynamicMetadata()
  -- Set only when auth has just accepted this request.
  local response = metadata:get(CHECK)
  if response == nil or response['x-auth-identity'] == nil then return end
  local check = metadata:get(SELF)
  if check == nil or check['endings'] ~= endings then return end
  local cache_key = check['cache_key']
  if known[cache_key] == nil then
    if count >= MAX_ENTRIES then known, count = {}, 0 end
    count = count + 1
  end
  known[cache_key] = { identity = response['x-auth-identity'], checked_at = check['checked_at'] }
end
