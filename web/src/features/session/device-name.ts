const browsers: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** The names of browser and system, as far as the user agent reveals them. Empty if it has no known name. */
export function deviceName(userAgent: string): string {
  const found = [browsers, systems].map((known) => known.find(([sign]) => sign.test(userAgent))?.[1])
  return found.filter(Boolean).join(', ')
}
