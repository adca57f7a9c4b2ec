import { useState } from 'react'
import { orderLimit } from '../components/remaining-quantity.ts'
import { Badge, Count } from '../ui/badge.tsx'
import { Button, ButtonLink, IconButton, IconLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Chip, ChipLink } from '../ui/chip.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { FilePicker, type PickedFile } from '../ui/file-picker.tsx'
import * as icons from '../ui/icons.tsx'
import * as officeIcons from '../ui/office-icons.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { MenuButton, MenuLink, Popover } from '../ui/popover.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import * as signedInIcons from '../ui/signed-in-icons.tsx'
import { Stars } from '../ui/stars.tsx'
import { StarsInput } from '../ui/stars-input.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TooltipButton } from '../ui/tooltip.tsx'
import { Example, Row } from './example.tsx'

/** By name: the server and the browser list what a module holds in different orders. */
const { createIcon: _, ...shopIcons } = icons
const allIcons = Object.entries({ ...shopIcons, ...signedInIcons, ...officeIcons }).sort(([one], [other]) =>
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
          <IconButton label="Save" variant="card" aria-pressed={saved} onClick={() => setSaved(!saved)}>
            <icons.HeartIcon className={saved ? 'fill-current text-hibiscus' : undefined} />
          </IconButton>
          <TooltipButton label="Edit post">
            <officeIcons.PencilIcon />
          </TooltipButton>
          <IconButton label="Next" variant="card">
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

const regions = ['Greater Accra', 'Ashanti', 'Eastern', 'Volta'].map((label) => ({ value: label, label }))
const towns = [
  { text: 'Accra' },
  { text: 'Osu, Accra' },
  { text: 'East Legon, Accra' },
  { text: 'Tema' },
  { text: 'Ashaiman' },
  { text: 'Madina' },
]

/** The same fields stand on the page more than once, so each copy names its groups of choices differently. */
export function Fields({ copy }: { copy: string }) {
  const [quantity, setQuantity] = useState(1)
  const [files, setFiles] = useState<PickedFile[]>([
    { id: '1', name: 'hibiscus-glow-serum-front-view.jpg', size: 412_000, progress: 60 },
    { id: '2', name: 'texture.png', size: 6_212_000, error: 'This picture is larger than 5 MB' },
  ])
  return (
    <>
      <Example title="Text field, text area">
        <TextField label="Full name" placeholder="Ama Serwaa" autoComplete="off" />
        <TextField label="Email" optional help="We send your receipt here." defaultValue="ama@example.com" />
        <TextField
          label="Phone"
          error="Phone number is required"
          help="For the rider and order updates only."
        />
        <TextField label="Phone" warning="This does not look like a Ghana number" defaultValue="12345" />
        <TextField label="Email" readOnly defaultValue="ama@example.com" help="Cannot be changed." />
        <TextField label="Price" prefix="Ghs" inputMode="decimal" defaultValue="145.00" />
        <PasswordField label="Password" autoComplete="new-password" defaultValue="adwoa-mango" />
        <TextArea label="Excerpt" rows={3} countTo={160} defaultValue="Shea butter, three ways." />
        <TextArea label="Message" rows={2} error="Message is required" />
      </Example>

      <Example title="Select, combobox">
        <SelectField label="State/Region" options={regions} placeholder="Choose a region" />
        <SelectField label="State/Region" options={regions} defaultValue="Volta" error="State is required" />
        <SelectField label="Status of K7P2QX" hideLabel compact options={regions} />
        <Combobox label="City" suggestions={towns} help="Choose one or type your own." />
      </Example>

      <Example title="Radio cards">
        <RadioCards
          label="Delivery Options"
          name={`delivery-${copy}`}
          defaultValue="delivery"
          cards={[
            {
              value: 'delivery',
              title: 'Delivery service',
              explanation: 'To your door by rider.',
              aside: 'Free',
            },
            {
              value: 'rider',
              title: 'Pick up by Personal Rider',
              explanation: 'Your own rider collects it from us.',
              aside: 'Ghs 0.00',
            },
            { value: 'never', title: 'Not offered here', disabled: true },
          ]}
        />
        <RadioCards
          label="Payment Method"
          name={`payment-${copy}`}
          error="Payment method is required"
          cards={[{ value: 'momo', title: 'Order Online', explanation: 'Approve the prompt on your phone.' }]}
        />
      </Example>

      <Example title="Stepper, switch, checkbox, stars">
        <QuantityStepper
          {...orderLimit(4)}
          itemName="Hibiscus Glow Serum"
          value={quantity}
          onChange={setQuantity}
        />
        <Switch label="Publish post" help="Shown on the blog at once." defaultChecked />
        <Switch label="Featured" />
        <Switch label="Not allowed" disabled />
        <Row>
          <Checkbox label="Remember my details on this phone" defaultChecked />
          <Checkbox label="Low stock only" />
          <Checkbox label="Not allowed" disabled />
          <Checkbox label="Select K7P2QX" hideLabel />
        </Row>
        <StarsInput label="Your rating" name={`rating-${copy}`} />
      </Example>

      <Example title="File picker">
        <FilePicker
          label="Images"
          multiple
          help="The first one is the cover."
          files={files}
          onAdd={(added) =>
            setFiles([
              ...files,
              ...added.map(({ name, size }) => ({ id: `${name}-${Date.now()}`, name, size })),
            ])
          }
          onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
          onMove={() => setFiles([...files].reverse())}
        />
        <FilePicker
          label="Featured Image"
          files={[]}
          onAdd={() => {}}
          onRemove={() => {}}
          error="Please upload a featured image"
        />
      </Example>
    </>
  )
}
