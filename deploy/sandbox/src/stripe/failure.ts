/** An error in Stripe's own form: `{error: {type, code, message, param, …}}`. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: { type: string; message: string } & Record<string, unknown>) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

const documentation = (code: string) => ({
  code,
  doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
});

/** The error for a parameter, or for a call in this state: 400. */
export function invalid(message: string, param?: string, code?: string): StripeFailure {
  return new StripeFailure(400, {
    ...(code === undefined ? {} : documentation(code)),
    message,
    ...(param === undefined ? {} : { param }),
    type: 'invalid_request_error',
  });
}

/** The error for an unknown object: 404 in a path, 400 in a parameter. */
export function missing(kind: string, id: string, param = 'id'): StripeFailure {
  return new StripeFailure(param === 'id' ? 404 : 400, {
    ...documentation('resource_missing'),
    message: `No such ${kind}: '${id}'`,
    param,
    type: 'invalid_request_error',
  });
}

/** The error when the bank declines or requires 3D Secure: 402. */
export function cardFailure(options: {
  code: string;
  message: string;
  decline_code?: string;
  payment_intent?: unknown;
}): StripeFailure {
  return new StripeFailure(402, { ...documentation(options.code), ...options, type: 'card_error' });
}
