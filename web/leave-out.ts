// Leaves modules out of the build that a library contains and this site never calls.
import type { Plugin } from 'vite'

// Passkeys and wallets. The administration of accounts has to stay: signing out calls it.
const UNUSED = /\/@supabase\/auth-js\/dist\/module\/(?:lib\/webauthn|lib\/web3\/ethereum)\.js$/

/**
 * Their exports stay: classes that are empty, and functions that return what they are given. So the client passes the options of a
 * security key on as the server sent them, and the answer as src/lib/webauthn.ts made it. A name that the library imports and that is
 * not among them fails the build.
 */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
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
