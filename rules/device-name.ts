const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\/|\bOpera Mini\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const machines: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/** "Chrome on Android": enough to recognise one's own phone in a list. Every browser claims to be its ancestors too, so the rarer names come first. */
export function deviceName(userAgent: string | null): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const machine = machines.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  if (browser && machine) return `${browser} on ${machine}`
  return browser ?? machine ?? 'Unknown device'
}
