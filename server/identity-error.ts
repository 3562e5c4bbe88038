/** Why nobody is identified by what a request carries. */
export class IdentityError extends Error {
  readonly kind: 'no-key' | 'wrong-key' | 'expired' | 'wrong-token'
  constructor(kind: IdentityError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
