-- What every script prints at its end: one line of JSON.
function done(summary, latency, requests)
  local errors = summary.errors
  local seconds = summary.duration / 1e6
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"bytes":%.0f,"rate":%f,"p50":%f,"p99":%f,"failures":%d}\n',
    summary.requests, seconds, summary.bytes, summary.requests / seconds,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
