/** A request without valid credentials. */
export class IdentityError extends Error {
  readonly kind: 'no-key' | 'wrong-key' | 'expired' | 'wrong-token'
  constructor(kind: IdentityError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
