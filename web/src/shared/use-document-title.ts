import { useEffect } from 'react'

let product = ''
let page = ''

function show() {
  document.title = [page, product].filter(Boolean).join(' · ')
}

/** The name behind every page title; known once the installation has answered. */
export function useTitleSuffix(name: string): void {
  useEffect(() => {
    product = name
    show()
  }, [name])
}

/** "Invoices · Rento": the page first, so that tabs, history and screen readers tell pages apart. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    page = title
    show()
  }, [title])
}
