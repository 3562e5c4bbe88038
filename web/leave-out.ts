// Leaves modules out of the build that a library contains and this site never calls.
import type { Plugin } from 'vite'

// Passkeys and wallets. The administration of accounts has to stay: signing out calls it.
const UNUSED = /\/@supabase\/auth-js\/dist\/module\/(?:lib\/webauthn|lib\/web3\/ethereum)\.js$/

/** Their exports stay, as empty classes. A name that the library imports and that is not among them fails the build. */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: 'build',
    transform: {
      filter: { id: UNUSED },
      handler(code) {
        const names = code.matchAll(/^export (default )?(?:async )?(?:class|function|const) (\w+)/gm)
        return { code: [...names].map(([, isDefault = '', name = '']) => `export ${isDefault}class ${name} {}`).join('\n'), map: null }
      },
    },
  }
}
