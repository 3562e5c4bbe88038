// Leaves code out of the build that a library contains and this site never calls.
import { type Plugin, parseAst } from 'vite'

const MODULES = '/@supabase/auth-js/dist/module/'
// Passkeys and wallets.
const UNUSED = new RegExp(`${MODULES}lib/(?:webauthn|web3/ethereum)\\.js$`)
const ADMINISTRATION = new RegExp(`${MODULES}GoTrueAdminApi\\.js$`)
const CLIENT = new RegExp(`${MODULES}GoTrueClient\\.js$`)
// Other ways to sign in, being a provider of accounts, and reading tokens: methods of the client that neither the site nor the client
// itself calls. 'reauthenticate' sends a code by mail; the site asks for the password instead.
const UNUSED_METHODS = [
  'signInAnonymously',
  'signInWithIdToken',
  'signInWithOAuth',
  'signInWithPasskey',
  'signInWithSSO',
  'signInWithWeb3',
  'signInWithEthereum',
  'signInWithSolana',
  'registerPasskey',
  'linkIdentity',
  'linkIdentityOAuth',
  'linkIdentityIdToken',
  'unlinkIdentity',
  'getUserIdentities',
  '_handleProviderSignIn',
  '_getUrlForProvider',
  'resetPasswordForEmail',
  'reauthenticate',
  '_reauthenticate',
  'getClaims',
  'fetchJwk',
  '_getAuthorizationDetails',
  '_approveAuthorization',
  '_denyAuthorization',
  '_listOAuthGrants',
  '_revokeOAuthGrant',
]

export const leaveOut = () => [leaveOutModules(), leaveOutAdministration(), leaveOutMethods()]

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

/** A method that is left out says so when it is called. One that the client no longer has fails the build. */
function leaveOutMethods(): Plugin {
  return {
    name: 'leave-out-methods',
    apply: 'build',
    transform: {
      filter: { id: CLIENT },
      handler(code) {
        const bodies = methodsOf(code)
        const missing = UNUSED_METHODS.filter((name) => !bodies.has(name))
        if (missing.length > 0) return this.error(`The accounts client has changed. It no longer has: ${missing.join(', ')}.`)
        const cuts = UNUSED_METHODS.flatMap((name) => bodies.get(name) ?? []).toSorted((one, other) => other.start - one.start)
        let kept = code
        for (const { name, start, end } of cuts)
          kept = `${kept.slice(0, start)}{ throw new Error('${name} is left out of the build.') }${kept.slice(end)}`
        return { code: kept, map: null }
      },
    },
  }
}

/** Where the body of each method is, of all classes in a module. */
function methodsOf(code: string) {
  const classes = parseAst(code).body.flatMap((node) => {
    const declared = node.type === 'ExportDefaultDeclaration' || node.type === 'ExportNamedDeclaration' ? node.declaration : node
    return declared?.type === 'ClassDeclaration' ? declared.body.body : []
  })
  const methods = classes.flatMap((member) => {
    if (member.type !== 'MethodDefinition' || member.key.type !== 'Identifier' || !member.value.body) return []
    const { start, end } = member.value.body
    return [{ name: member.key.name, start, end }]
  })
  return new Map(methods.map((method) => [method.name, method]))
}
