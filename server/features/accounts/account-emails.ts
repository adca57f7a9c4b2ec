import type { NamedEmail } from '../notifications/outbox.ts'

const notYou = 'If this was not you, you can ignore this mail: nothing happens without the button.'

export function confirmationEmail(url: string): NamedEmail {
  return (shopName) => ({
    subject: 'Please confirm your email address',
    paragraphs: [
      `Welcome to ${shopName}! Press the button to confirm that this address is yours. Orders that you placed with it as a guest then appear in your account.`,
    ],
    button: { label: 'Confirm email address', url },
    afterwards: [
      'The link works once, for 48 hours. Whoever is signed in to the account then signs in again. On another device than the one where the account was made, you choose a password first.',
      'If you did not make this account, please do not press the button: somebody else typed your address.',
    ],
  })
}

export function alreadyRegisteredEmail(signInUrl: string): NamedEmail {
  return (shopName) => ({
    subject: 'You already have an account',
    paragraphs: [
      `Somebody, probably you, just tried to sign up at ${shopName} with this address. You have an account here already, so nothing was changed.`,
    ],
    button: { label: 'Sign in', url: signInUrl },
    afterwards: ['Forgotten your password? The sign-in page helps you to choose a new one.', notYou],
  })
}

export function passwordResetEmail(url: string): NamedEmail {
  return (shopName) => ({
    subject: 'Choose a new password',
    paragraphs: [`You asked for a new password at ${shopName}. Press the button to choose one.`],
    button: { label: 'Choose a new password', url },
    afterwards: ['The link works once, for one hour.', notYou],
  })
}

export function passwordChangedEmail(
  forgotPasswordUrl: string,
  signedOut: 'all devices' | 'all other devices',
): NamedEmail {
  return (shopName) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${shopName} was changed just now, and ${signedOut} were signed out.`,
      'If this was you, there is nothing to do. If it was not, choose a new password at once.',
    ],
    button: { label: 'I did not do this', url: forgotPasswordUrl },
  })
}

export function unusualSignInEmail(forgotPasswordUrl: string, device: string): NamedEmail {
  return (shopName) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Somebody has tried many passwords for your account at ${shopName}. Just now it was opened with the right one, from a place where you have not been before (${device}).`,
      'If this was you, there is nothing to do. If it was not, choose a new password at once: all devices are then signed out.',
    ],
    button: { label: 'I did not do this', url: forgotPasswordUrl },
  })
}

export function secondFactorEmail(forgotPasswordUrl: string, change: string): NamedEmail {
  return (shopName) => ({
    subject: 'The second step of your sign-in was changed',
    paragraphs: [
      `At ${shopName}: ${change}`,
      'If this was you, there is nothing to do. If it was not, choose a new password at once and tell an admin of the shop.',
    ],
    button: { label: 'I did not do this', url: forgotPasswordUrl },
  })
}

/** No name: the owner at the command line. */
export function rightsChangedEmail(
  teamUrl: string,
  changes: readonly string[],
  by: string | null,
): NamedEmail {
  return (shopName) => ({
    subject: 'Rights in the shop were changed',
    paragraphs: [
      `At ${shopName}: ${changes.join(' ')} This was done by ${by ?? 'the owner, at the command line'}.`,
      'If this is not as it should be, take it back on the team page at once and choose new passwords.',
    ],
    button: { label: 'Open the team page', url: teamUrl },
  })
}

export function phoneAddedEmail(accountUrl: string): NamedEmail {
  return (shopName) => ({
    subject: 'A phone number opens your account',
    paragraphs: [
      `From now on your account at ${shopName} can also be opened with a code that we send to a phone. The number was confirmed just now, with your password.`,
      'If this was you, there is nothing to do. If it was not, take the number away and choose a new password at once.',
    ],
    button: { label: 'Open my account', url: accountUrl },
  })
}

export function phoneMovedEmail(accountUrl: string): NamedEmail {
  return (shopName) => ({
    subject: 'Your phone number was taken from your account',
    paragraphs: [
      `Somebody has just proven with a code that the phone number of your account at ${shopName} is theirs, so it no longer opens your account.`,
      'If this was you, with another account, there is nothing to do. Your email and password open this one as before. If you still have the number, you can confirm it again.',
    ],
    button: { label: 'Open my account', url: accountUrl },
  })
}

export function emailCodeEmail(code: string, minutes: number): NamedEmail {
  return (shopName) => ({
    subject: `${code} is your code`,
    paragraphs: [
      `Your code at ${shopName} is ${code}. Type it where you are signed in, to add this address to your account.`,
      `It is good for ${minutes} minutes. Tell it to nobody, not even us.`,
      'If this was not you, you can ignore this mail: somebody has mistyped their address.',
    ],
  })
}

export function accountDeletedEmail(): NamedEmail {
  return (shopName) => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Your account at ${shopName} and what belonged to it were deleted just now, as you asked.`,
      'Orders stay in our books, because tax law asks for it, but without your name, phone, e-mail and address.',
      'If this was not you, please answer this mail.',
    ],
  })
}
