declare module 'virtual:words' {
  /** Loads the texts of a language; English and the build of a developer need none. */
  export const load: Record<string, (() => Promise<Record<string, unknown>>) | undefined>
}
