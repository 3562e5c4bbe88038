// Rate limits on second factors. Everybody with the password shares one limit. A network from which the factor was verified before has its
// own, so that guesses from elsewhere cannot lock the owner out. Attempts are counted before the code is compared.
import type { KnownNetworks } from '../known-networks.ts'
import type { LimitName, Limits } from '../limits.ts'

const CODE_LIMITS = ['factor account', 'factor account, a day'] satisfies LimitName[]

export function createFactorTries({ limits, knownNetworks }: { limits: Limits; knownNetworks: KnownNetworks }) {
  const subjectOf = async (userId: string, address: string) =>
    (await knownNetworks.has(userId, address, { withFactor: true })) ? `${userId} ${address}` : userId

  /** A correct code does not count as a guess. Guesses from other networks stay counted. */
  async function accept(names: LimitName[], userId: string, address: string) {
    const subject = await subjectOf(userId, address)
    for (const name of names) await limits.forget(name, subject)
    await knownNetworks.remember(userId, address, { withFactor: true })
  }

  return {
    async countChallenge(userId: string, address: string) {
      await limits.check('factor challenge', await subjectOf(userId, address))
    },

    async countCode(userId: string, address: string) {
      await limits.check('factor address', address)
      const subject = await subjectOf(userId, address)
      for (const name of CODE_LIMITS) await limits.check(name, subject)
    },
    acceptCode: (userId: string, address: string) => accept(CODE_LIMITS, userId, address),

    async countRecoveryCode(userId: string, address: string) {
      await limits.check('factor address', address)
      await limits.check('recovery code account', await subjectOf(userId, address))
    },
    acceptRecoveryCode: (userId: string, address: string) => accept(['recovery code account'], userId, address),
  }
}

export type FactorTries = ReturnType<typeof createFactorTries>
