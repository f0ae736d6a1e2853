/** Why a body is not taken: the status and reason of the answer. */
export class BodyRefusal extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** No JSON. */
export class MalformedBody extends BodyRefusal {
  constructor() {
    super(400, 'malformed');
  }
}
