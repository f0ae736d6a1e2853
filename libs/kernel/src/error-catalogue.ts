/**
 * Every way in which the service refuses or fails, by its stable code. Errors cross processes as codes;
 * the status and the phrase are looked up where they are shown.
 */
export const errorCatalogue = {
  malformed: { status: 400, phrase: 'Bad Request' },
  unauthenticated: { status: 401, phrase: 'Unauthorized' },
  forbidden: { status: 403, phrase: 'Forbidden' },
  not_found: { status: 404, phrase: 'Not Found' },
  method_not_allowed: { status: 405, phrase: 'Method Not Allowed' },
  not_acceptable: { status: 406, phrase: 'Not Acceptable' },
  timed_out: { status: 408, phrase: 'Request Timeout' },
  conflict: { status: 409, phrase: 'Conflict' },
  too_large: { status: 413, phrase: 'Payload Too Large' },
  unsupported_media_type: { status: 415, phrase: 'Unsupported Media Type' },
  invalid: { status: 422, phrase: 'Unprocessable Entity' },
  too_many_requests: { status: 429, phrase: 'Too Many Requests' },
  fault: { status: 500, phrase: 'Internal Server Error' },
  unavailable: { status: 503, phrase: 'Service Unavailable' },
  storage_full: { status: 507, phrase: 'Insufficient Storage' },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;
