import { useEffect } from 'react'

let product = ''
let page = ''

function show() {
  document.title = [page, product].filter(Boolean).join(' · ')
}

/** Sets the suffix of every page title. The product name is known once the app config has loaded. */
export function useTitleSuffix(name: string): void {
  useEffect(() => {
    product = name
    show()
  }, [name])
}

/** "Invoices · Rento": the page comes first, so that tabs, history and screen readers tell pages apart. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}
