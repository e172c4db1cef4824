declare module 'virtual:words' {
  type Loaders = Record<string, (() => Promise<Record<string, unknown>>) | undefined>
  /** Loads the texts of a language; English and the build of a developer need none. */
  export const load: Loaders
}
