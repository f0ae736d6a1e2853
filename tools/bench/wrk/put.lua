-- Uploads other bytes to another path with every request. PATTERN: the path, %d in it the number of the request;
-- MARK: 16 characters that no other run has; BYTES: how many.
local here = debug.getinfo(1).source:match("@?(.*/)")
dofile(here .. "summary.lua")

local pattern = os.getenv("PATTERN")
local mark = os.getenv("MARK")
local filler = string.rep("0123456789abcdef", tonumber(os.getenv("BYTES")) / 16 - 2)
local headers = { Authorization = os.getenv("AUTHORIZATION"), ["Content-Type"] = "application/octet-stream" }
local number = 0

function request()
  number = number + 1
  local path = pattern:gsub("%%d", tostring(number))
  return wrk.format("PUT", path, headers, mark .. string.format("%016d", number) .. filler)
end
