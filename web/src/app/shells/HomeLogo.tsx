import { Link } from '@tanstack/react-router'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { Logo } from '#/ui/Logo'

export function HomeLogo() {
  const { productName } = useAppConfig()
  return (
    <Link
      to="/home"
      aria-label={m.app_home_link({ product: productName })}
      className="inline-flex rounded-control py-2"
    >
      <Logo name={productName} />
    </Link>
  )
}
