// Routes for /factors and the paths below it.

import { AuthError } from '../errors.ts'
import { readJson } from '../input.ts'
import { requireRecent } from '../reauthentication.ts'
import type { FindSignedIn } from '../signed-in.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { SecondFactor } from './second-factor.ts'

interface FactorRouteParts {
  signedIn: FindSignedIn
  secondFactor: SecondFactor
  recoveryCodes: RecoveryCodes
}

/** `path` is the part after /factors, `address` the caller's network address. */
type HandleFactors = (request: Request, path: string[], address: string) => Promise<Response>

export function createFactorRoutes({ signedIn, secondFactor, recoveryCodes }: FactorRouteParts): HandleFactors {
  return async (request, [first, second, ...more], address) => {
    const person = await signedIn(request)
    const body = await readJson(request)
    if (more.length) throw notFound()
    if (first === 'recovery-codes') {
      switch (`${request.method} ${second ?? ''}`) {
        case 'GET ':
          return recoveryCodes.status(person)
        case 'POST ':
          requireRecent(person, 'Factor update')
          return recoveryCodes.generate(person, body)
        case 'POST verify':
          return recoveryCodes.verify(person, body, address)
        case 'POST regenerate':
          requireRecent(person, 'Factor update')
          return recoveryCodes.regenerate(person)
        case 'DELETE ':
          requireRecent(person, 'Factor update')
          return recoveryCodes.unenrol(person)
        default:
          throw notFound()
      }
    }
    switch (`${request.method} ${second ?? ''}`) {
      case 'POST ':
        if (first !== undefined) throw notFound()
        requireRecent(person, 'Factor update')
        return secondFactor.enrol(person, body)
      case 'POST challenge':
        return secondFactor.challenge(person, first ?? '', address)
      case 'POST verify':
        return secondFactor.verify(person, first ?? '', body, address)
      case 'DELETE ':
        return secondFactor.unenrol(person, first ?? '')
      default:
        throw notFound()
    }
  }
}

const notFound = () => new AuthError(404, 'unknown', 'Not found')
