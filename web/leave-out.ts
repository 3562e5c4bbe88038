// Leaves code out of the build that a library contains and this site never calls.
import type { Plugin } from 'vite'

const MODULES = '/@supabase/auth-js/dist/module/'
// Passkeys and wallets.
const UNUSED = new RegExp(`${MODULES}lib/(?:webauthn|web3/ethereum)\\.js$`)
const ADMINISTRATION = new RegExp(`${MODULES}GoTrueAdminApi\\.js$`)

export const leaveOut = () => [leaveOutModules(), leaveOutAdministration()]

/**
 * Their exports stay: classes that are empty, and functions that return what they are given. So the client passes the options of a
 * security key on as the server sent them, and the answer as src/lib/webauthn.ts made it. A name that the library imports and that is
 * not among them fails the build.
 */
function leaveOutModules(): Plugin {
  return {
    name: 'leave-out-modules',
    apply: 'build',
    transform: {
      filter: { id: UNUSED },
      handler(code) {
        const exported = code.matchAll(/^export (default )?(?:async )?(class|function|const) (\w+)/gm)
        const lines = [...exported].map(([, isDefault = '', kind = '', name = '']) =>
          kind === 'function' ? `export ${isDefault}function ${name}(given) { return given }` : `export ${isDefault}class ${name} {}`,
        )
        return { code: lines.join('\n'), map: null }
      },
    },
  }
}

/**
 * The administration of accounts needs the secret key, which no browser has. Only `signOut` stays, because the client's own sign-out
 * calls it, with the part of the constructor that it needs.
 */
function leaveOutAdministration(): Plugin {
  return {
    name: 'leave-out-administration',
    apply: 'build',
    transform: {
      filter: { id: ADMINISTRATION },
      handler(code) {
        const parts = /^(.*?)\bthis\.mfa = \{.*?^ {4}\}\n(.*?\basync signOut\(.*?^ {4}\}\n)/ms.exec(code)
        if (!parts) return this.error('The administration of accounts has changed: look again at which of it can be left out.')
        const [, head = '', signOut = ''] = parts
        return { code: `${head}}\n${signOut}}\n`, map: null }
      },
    },
  }
}
