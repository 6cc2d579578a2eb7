-- Caches auth's answer for a Cookie header and a service for one second, so that reads in a row ask auth once.
-- Changes are always checked: unless this script marks the session as known, the filter after it asks auth.
-- Reasons and figures: services/decisions/0004-gateway.md.

local REMEMBERED_MS = 1000
local MOST_VISITS = 10000
local LONGEST_COOKIE = 1024
local SELF = 'known_sessions'
local CHECK = 'envoy.filters.http.ext_authz'

-- Service and Cookie header -> { identity, asked_at }. One worker thread has one such table.
local known, count = {}, 0
-- Grows whenever a session may have ended; answers to earlier checks are not cached.
local endings = 0

local function is_fresh(asked_at, now)
  -- The clock may have been set back.
  return now >= asked_at and now - asked_at < REMEMBERED_MS
end

function envoy_on_request(handle)
  -- Only the response of these routes matters, and some are public.
  if handle:filterContext():get('ends_sessions') then return end
  local headers = handle:headers()
  if headers:get(':method') ~= 'GET' then return end
  local cookie = headers:get('cookie')
  if cookie == nil or #cookie > LONGEST_COOKIE then return end
  local now = handle:timestamp()
  local metadata = handle:streamInfo():dynamicMetadata()
  -- An identity token for one service is not valid at another.
  local visit = headers:get('x-auth-audience') .. ' ' .. cookie
  local session = known[visit]
  if session ~= nil and is_fresh(session.asked_at, now) then
    headers:replace('x-auth-identity', session.identity)
    metadata:set(SELF, 'known', true)
  else
    metadata:set(SELF, 'visit', visit)
    metadata:set(SELF, 'asked_at', now)
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
  local answer = metadata:get(CHECK)
  if answer == nil or answer['x-auth-identity'] == nil then return end
  local question = metadata:get(SELF)
  if question == nil or question['endings'] ~= endings then return end
  local visit = question['visit']
  if known[visit] == nil then
    if count >= MOST_VISITS then known, count = {}, 0 end
    count = count + 1
  end
  known[visit] = { identity = answer['x-auth-identity'], asked_at = question['asked_at'] }
end
