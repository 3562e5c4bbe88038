import type { MailTexts } from '../texts.ts'

export const fr: MailTexts = {
  greeting: 'Bonjour,',
  greetingByName: 'Bonjour {name},',
  linkByHand: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  codeIfAsked: 'Si un code vous est demandé, saisissez celui-ci :',
  yourCode: 'Votre code de vérification :',
  linkIsValid: 'Le lien est valable 1 heure et ne peut être utilisé qu’une seule fois.',
  codeIsValid: 'Le code est valable 1 heure et ne peut être utilisé qu’une seule fois.',
  bothAreValid: 'Le lien et le code sont valables 1 heure ; un seul des deux peut être utilisé, et une seule fois.',
  questions: 'Une question ?',
  accountReason: 'Cet e-mail vous a été envoyé automatiquement à la suite d’une demande concernant un compte sur le site {brand}.',
  account: {
    signup: {
      subject: 'Confirmez votre adresse e-mail',
      preheader: 'Il ne reste qu’une étape pour terminer votre inscription.',
      title: 'Confirmez votre adresse e-mail',
      body: 'Nous vous remercions d’avoir créé un compte sur le site {brand}. Veuillez confirmer votre adresse e-mail pour terminer votre inscription.',
      action: 'Confirmer mon adresse e-mail',
      notYou:
        'Si vous n’avez pas créé ce compte, veuillez ignorer cet e-mail ; le compte ne peut pas être utilisé tant que l’adresse n’est pas confirmée.',
    },
    magiclink: {
      subject: 'Votre lien de connexion et de nouveau mot de passe',
      preheader: 'Le lien à usage unique demandé se trouve dans cet e-mail.',
      title: 'Connectez-vous et choisissez un nouveau mot de passe',
      body: 'Un lien pour vous connecter à votre compte et choisir un nouveau mot de passe a été demandé. Utilisez le bouton ci-dessous pour continuer.',
      action: 'Choisir mon mot de passe',
      notYou: 'Si vous n’êtes pas à l’origine de cette demande, veuillez ignorer cet e-mail ; votre mot de passe reste inchangé.',
    },
    recovery: {
      subject: 'Réinitialisez votre mot de passe',
      preheader: 'Le lien pour choisir un nouveau mot de passe se trouve dans cet e-mail.',
      title: 'Réinitialisez votre mot de passe',
      body: 'Nous avons reçu une demande de réinitialisation du mot de passe de votre compte. Le bouton ci-dessous vous permet d’en choisir un nouveau.',
      action: 'Choisir un nouveau mot de passe',
      notYou: 'Si vous n’êtes pas à l’origine de cette demande, veuillez ignorer cet e-mail ; votre mot de passe reste inchangé.',
    },
    invite: {
      subject: 'Votre invitation à utiliser un compte',
      preheader: 'Acceptez l’invitation pour commencer à utiliser votre compte.',
      title: 'Vous êtes invité(e)',
      body: 'Vous êtes invité(e) à utiliser un compte sur le site {brand}. Utilisez le bouton ci-dessous pour accepter l’invitation.',
      action: 'Accepter l’invitation',
      notYou: 'Si vous n’attendiez pas cette invitation, veuillez ignorer cet e-mail ; vous n’avez rien à faire.',
    },
    email_change: {
      subject: 'Confirmez le changement d’adresse e-mail',
      preheader: 'Rien ne change tant que vous n’avez pas confirmé.',
      title: 'Confirmez le changement d’adresse e-mail',
      body: 'Un changement de l’adresse e-mail de votre compte a été demandé. Si cette demande vient de vous, veuillez la confirmer.',
      action: 'Confirmer le changement',
      notYou: 'Si vous n’êtes pas à l’origine de cette demande, ne la confirmez pas et écrivez à {support}.',
    },
    reauthentication: {
      subject: 'Votre code de vérification',
      preheader: 'Ne communiquez ce code à personne.',
      title: 'Confirmez votre identité',
      body: 'Saisissez le code ci-dessous pour confirmer une modification importante de votre compte. Ne le communiquez à personne.',
      notYou: 'Si vous n’avez pas demandé ce code, changez votre mot de passe et écrivez à {support}.',
    },
  },
}
