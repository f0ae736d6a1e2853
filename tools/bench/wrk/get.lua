local here = debug.getinfo(1).source:match("@?(.*/)")
dofile(here .. "summary.lua")
