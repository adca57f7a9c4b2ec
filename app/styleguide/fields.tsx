import { useState } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'
import { Combobox } from '../ui/combobox.tsx'
import type { PickedFile } from '../ui/file-picker.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { QuantityStepper } from '../ui/quantity-stepper.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { StarsInput } from '../ui/stars-input.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Example, Row } from './example.tsx'

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
        <QuantityStepper itemName="Hibiscus Glow Serum" value={quantity} max={4} onChange={setQuantity} />
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
