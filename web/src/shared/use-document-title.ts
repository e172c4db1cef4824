import { useEffect } from 'react'

/** "Invoices · Rento": the page first, so that tabs and screen readers tell pages apart. */
export function useDocumentTitle(title: string, product: string) {
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title, product])
}
