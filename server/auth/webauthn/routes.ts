// Routes for /passkeys and the paths below it.
import type { Caller } from '../accounts.ts'
import { AuthError } from '../errors.ts'
import { readJson } from '../input.ts'
import type { FindSignedIn } from '../signed-in.ts'
import type { Passkeys } from './passkeys.ts'

interface PasskeyRouteParts {
  signedIn: FindSignedIn
  passkeys: Passkeys
  isEnabled: boolean
}

/** `path` is the part after /passkeys. */
type HandlePasskeys = (request: Request, path: string[], caller: Caller) => Promise<Response>

export function createPasskeyRoutes({ signedIn, passkeys, isEnabled }: PasskeyRouteParts): HandlePasskeys {
  return async (request, path, caller) => {
    if (!isEnabled) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
    const [id = ''] = path
    switch (`${request.method} ${path.join('/')}`) {
      case 'POST authentication/options':
        return passkeys.startAuthentication(caller)
      case 'POST authentication/verify':
        return passkeys.verifyAuthentication(caller, await readJson(request))
      case 'POST registration/options':
        return passkeys.startRegistration(await signedIn(request))
      case 'POST registration/verify':
        return passkeys.verifyRegistration(await signedIn(request), await readJson(request))
      case 'GET ':
        return passkeys.list(await signedIn(request))
      case `PATCH ${id}`:
        return passkeys.rename(await signedIn(request), id, await readJson(request))
      case `DELETE ${id}`:
        return passkeys.remove(await signedIn(request), id)
      default:
        throw new AuthError(404, 'unknown', 'Not found')
    }
  }
}
