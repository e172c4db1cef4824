import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { buttonClass } from '#/ui/button-class'
import { EmptyState } from '#/ui/EmptyState'

/** For a matched route that has no page or no content. */
export function NotFoundPage(): ReactNode {
  const home = (
    <Link to="/home" className={buttonClass()}>
      {m.app_go_home()}
    </Link>
  )
  return <EmptyState as="h1" art={<EmptyShelfArt />} title={m.app_error_not_found()} action={home} />
}
