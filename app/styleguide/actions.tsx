import { useState } from 'react'
import { Badge, Count } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Chip, ChipLink } from '../ui/chip.tsx'
import { IconButton, IconLink } from '../ui/icon-button.tsx'
import * as icons from '../ui/icons.tsx'
import * as officeIcons from '../ui/office-icons.tsx'
import { MenuButton, MenuLink, Popover } from '../ui/popover.tsx'
import * as signedInIcons from '../ui/signed-in-icons.tsx'
import { Stars } from '../ui/stars.tsx'
import { Example, Row } from './example.tsx'

/** By name: the server and the browser list what a module holds in different orders. */
const allIcons = Object.entries({ ...icons, ...signedInIcons, ...officeIcons }).sort(([one], [other]) =>
  one < other ? -1 : 1,
)

export function Actions() {
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const [category, setCategory] = useState('Serum')
  return (
    <>
      <Example title="Button">
        <Row>
          <Button>Shop Now</Button>
          <Button variant="secondary">Read Our Blog</Button>
          <Button variant="ghost">Clear</Button>
          <Button variant="destructive">
            <icons.TrashIcon size={20} />
            Delete
          </Button>
          <Button variant="whatsapp">
            <icons.WhatsAppIcon size={20} />
            Open WhatsApp
          </Button>
        </Row>
        <Row>
          <Button size="sm">Small</Button>
          <Button size="lg">Large</Button>
          <Button busy={busy} busyLabel="Processing..." onClick={() => setBusy(true)}>
            Place Order
          </Button>
          <Button variant="secondary" onClick={() => setBusy(!busy)}>
            {busy ? 'Stop' : 'Start'} busy
          </Button>
          <Button busy busyLabel="Updating...">
            Update Post
          </Button>
        </Row>
        <Row>
          <Button disabled>Out of Stock</Button>
          <Button disabled reason="Choose a town to see the fee">
            Next
          </Button>
          <ButtonLink to="/styleguide">A link</ButtonLink>
          <ButtonLink to="tel:+233240000000" variant="secondary">
            <icons.PhoneIcon size={20} />
            Call
          </ButtonLink>
        </Row>
        <Button size="xl" variant="deliver" wide>
          <icons.CheckIcon />
          Mark as Delivered
        </Button>
      </Example>

      <Example title="Icon button, count, popover">
        <Row>
          <IconButton label="Menu">
            <icons.MenuIcon />
          </IconButton>
          <IconLink to="/styleguide" label="Cart, 3 items">
            <icons.BagIcon />
            <Count value={3} />
          </IconLink>
          <IconButton label="Save" variant="card" pressed={saved} onClick={() => setSaved(!saved)}>
            <icons.HeartIcon className={saved ? 'fill-current text-hibiscus' : undefined} />
          </IconButton>
          <IconButton label="Edit post" tooltip>
            <officeIcons.PencilIcon />
          </IconButton>
          <IconButton label="Next" variant="filled">
            <icons.ChevronRightIcon />
          </IconButton>
          <IconButton label="Previous" disabled>
            <icons.ChevronLeftIcon />
          </IconButton>
          <Popover
            label="Share"
            button={(props) => (
              <IconButton label="Share" {...props}>
                <icons.ShareIcon />
              </IconButton>
            )}
          >
            <MenuButton>
              <icons.CopyIcon size={20} />
              Copy link
            </MenuButton>
            <MenuLink to="/styleguide">
              <icons.WhatsAppIcon size={20} />
              WhatsApp
            </MenuLink>
          </Popover>
        </Row>
      </Example>

      <Example title="Badge, chip, stars">
        <Row>
          <Badge icon={icons.ClockIcon}>Pending</Badge>
          <Badge icon={icons.PackageIcon}>Processing</Badge>
          <Badge tone="indigo" icon={icons.TruckIcon}>
            Shipped
          </Badge>
          <Badge tone="green" icon={icons.CheckIcon}>
            Delivered
          </Badge>
          <Badge tone="red" icon={icons.XIcon}>
            Cancelled
          </Badge>
          <Badge tone="pink">Best seller</Badge>
          <Badge tone="clay">Featured</Badge>
          <Badge tone="amber" icon={icons.WarningIcon}>
            Needs review
          </Badge>
        </Row>
        <Row>
          {['All', 'Cleanser', 'Serum'].map((name) => (
            <Chip key={name} selected={name === category} onClick={() => setCategory(name)}>
              {name}
            </Chip>
          ))}
          <ChipLink to="/styleguide" selected={false}>
            Link
          </ChipLink>
          <ChipLink to="/styleguide" selected>
            Current link
          </ChipLink>
        </Row>
        <Row>
          <Stars rating={5} />
          <Stars rating={3.4} size={24} />
          <Stars rating={0} />
        </Row>
      </Example>

      <Example title="Icons">
        <ul className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(3.5rem, 1fr))' }}>
          {allIcons.map(([name, Icon]) => (
            <li key={name} className="grid justify-items-center gap-1 text-xs" title={name}>
              <Icon />
              <span className="w-full truncate text-center">{name.replace('Icon', '')}</span>
            </li>
          ))}
        </ul>
      </Example>
    </>
  )
}
