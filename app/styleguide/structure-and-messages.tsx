import { useState } from 'react'
import { Accordion } from '../ui/accordion.tsx'
import { Badge } from '../ui/badge.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary, useFormErrors } from '../ui/form-errors.tsx'
import { BagIcon, TruckIcon } from '../ui/icons.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Picture } from '../ui/picture.tsx'
import { ProgressSteps, type StepState } from '../ui/progress-steps.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LoadingArea, LoadingNote, Skeleton } from '../ui/skeleton.tsx'
import { Table, type TableSorting } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { dialogCloser, dialogTrigger } from '../ui/use-modal.ts'
import { Example, Row } from './example.tsx'

const orders = [
  { code: 'K7P2QX', customer: 'Ama Serwaa', total: 290 },
  { code: 'M2X9LD', customer: 'Kwame Ɔkyere', total: 85 },
]

const drawing =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><rect width="4" height="5" fill="%23f8e6dd"/><circle cx="2" cy="2.5" r="1" fill="%23a23b4a"/></svg>'

export function Structure({ copy }: { copy: string }) {
  return (
    <>
      <Example title="Picture">
        <div className="grid gap-3" style={{ gridTemplateColumns: 'repeat(3, 1fr)' }}>
          <Picture
            className="rounded-card"
            source={{ src: drawing, width: 400, height: 500, colour: '#f8e6dd' }}
            alt="Hibiscus Glow Serum, front"
            ratio="4/5"
          />
          <Picture
            className="rounded-card"
            source={{ src: '/missing.jpg', width: 400, height: 500 }}
            alt="Shea Butter Cleanser, front"
            ratio="4/5"
          />
          <Picture className="rounded-card" source={null} alt="No picture yet" ratio="1/1" />
        </div>
      </Example>
      <Example title="Breadcrumbs, tabs, accordion">
        <Breadcrumbs
          crumbs={[
            { label: 'Home', to: '/' },
            { label: 'Shop', to: '/shop' },
          ]}
          current="Hibiscus Glow Serum"
        />
        <Tabs
          label="About the product"
          tabs={['Description', 'Ingredients', 'How to Use'].map((label) => ({
            id: `${label.toLowerCase().replaceAll(' ', '-')}-${copy}`,
            label,
            content: <p>{label} of the product, in a sentence or two.</p>,
          }))}
        />
        <Accordion
          name={`faq-${copy}`}
          rows={[
            {
              title: 'How can I track my order?',
              content: 'With the six letters and digits from your message.',
            },
            { title: 'What payment methods do you accept?', content: 'Pay on delivery, or MTN MoMo.' },
          ]}
        />
      </Example>
      <Example title="Table, pagination">
        <OrdersTable />
      </Example>
      <Example title="Progress steps">
        <Steps percent={0} states={['current', 'to come', 'to come', 'to come', 'to come']} />
        <Steps percent={66} states={['done', 'done', 'current', 'to come', 'to come']} />
        <Steps percent={100} states={['muted', 'muted', 'muted', 'muted', 'current']} />
        <div style={{ width: 260 }}>
          <Steps percent={33} states={['done', 'current', 'to come', 'to come', 'to come']} />
        </div>
      </Example>
    </>
  )
}

function OrdersTable() {
  const [direction, setDirection] = useState<TableSorting['direction']>('descending')
  const sorted = direction === 'ascending' ? [...orders].reverse() : orders
  return (
    <>
      <Table
        caption="Orders"
        rows={sorted}
        rowKey={(row) => row.code}
        sorting={{
          key: 'total',
          direction,
          onSort: () => setDirection(direction === 'ascending' ? 'descending' : 'ascending'),
        }}
        columns={[
          { key: 'code', heading: 'Code', cell: (row) => row.code, part: 'title' },
          { key: 'customer', heading: 'Customer', cell: (row) => row.customer },
          { key: 'total', heading: 'Total', cell: (row) => `Ghs ${row.total}.00`, end: true, sortable: true },
          {
            key: 'status',
            heading: 'Status',
            cell: () => (
              <Badge tone="indigo" icon={TruckIcon}>
                Shipped
              </Badge>
            ),
          },
          {
            key: 'actions',
            heading: 'Actions',
            part: 'actions',
            cell: (row) => (
              <Button size="sm" variant="secondary" aria-label={`Edit ${row.code}`}>
                Edit
              </Button>
            ),
          },
        ]}
      />
      <Pagination page={1} pageSize={50} total={120} linkTo={(page) => `?page=${page}`} />
    </>
  )
}

const names = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled']

function Steps({ percent, states }: { percent: number; states: StepState[] }) {
  const steps = names.map((label, index) => ({ label, state: states[index] ?? 'to come' }))
  return (
    <ProgressSteps
      label="Order progress"
      percent={percent}
      steps={steps.slice(0, 4)}
      apart={steps[4]}
      stopped={states[4] === 'current'}
    />
  )
}

export function Messages({ copy }: { copy: string }) {
  return (
    <>
      <Example title="Toasts">
        <ToastButtons />
      </Example>
      <Example title="Dialog, sheet, drawer">
        <Dialogs copy={copy} />
      </Example>
      <Example title="Form with errors">
        <SignInForm />
      </Example>
      <Example title="Error panel">
        <ErrorPanel title="Order not found" onRetry={() => {}}>
          Please check your tracking code and try again.
        </ErrorPanel>
        <ErrorPanel>Failed to load testimonials</ErrorPanel>
      </Example>
      <Example title="Skeleton, loading note">
        <LoadingArea className="grid gap-3">
          <Skeleton className="min-h-60" />
          <Skeleton className="min-h-12" />
          <Skeleton className="min-h-12" />
        </LoadingArea>
        <LoadingNote>Loading authentication...</LoadingNote>
      </Example>
      <Example title="Empty state">
        <EmptyState
          icon={BagIcon}
          title="Your cart is empty"
          action={<ButtonLink to="/styleguide">Continue Shopping</ButtonLink>}
        >
          What you put in stays on this phone.
        </EmptyState>
      </Example>
    </>
  )
}

function ToastButtons() {
  const toasts = useToasts()
  const action = { label: 'View cart', onPress: () => {} }
  return (
    <Row>
      <Button
        variant="secondary"
        onClick={() =>
          toasts.show({
            title: 'Added to cart',
            description: 'Hibiscus Glow Serum × 2',
            tone: 'success',
            action,
          })
        }
      >
        Success
      </Button>
      <Button variant="secondary" onClick={() => toasts.show({ title: 'Signed out' })}>
        Neutral
      </Button>
      <Button
        variant="secondary"
        onClick={() =>
          toasts.show({
            title: 'Login failed',
            description: 'Invalid email or password',
            tone: 'destructive',
          })
        }
      >
        Destructive
      </Button>
    </Row>
  )
}

function Dialogs({ copy }: { copy: string }) {
  const [asking, setAsking] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const sheet = `filters-${copy}`
  return (
    <Row>
      <Button variant="destructive" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        title="Delete Blog Post"
        confirmLabel="Delete"
        destructive
        onConfirm={() => setAsking(false)}
        onClose={() => setAsking(false)}
      >
        <p>“Shea butter, three ways” will be gone. This action cannot be undone.</p>
      </ConfirmDialog>
      <Button variant="secondary" {...dialogTrigger(sheet)}>
        Filter & Sort
      </Button>
      <Sheet
        id={sheet}
        title="Filter & Sort"
        footer={
          <>
            <span className="flex-1">8 products</span>
            <Button {...dialogCloser(sheet)}>Apply</Button>
          </>
        }
      >
        <p>Categories and sorting come here.</p>
      </Sheet>
      <Button variant="secondary" onClick={() => setDrawer(true)}>
        Order drawer
      </Button>
      <Sheet
        id={`order-${copy}`}
        title="Order K7P2QX"
        place="right"
        open={drawer}
        onClose={() => setDrawer(false)}
      >
        <TextField label="Internal note" />
      </Sheet>
    </Row>
  )
}

function SignInForm() {
  const { form, field, summary, onSubmit } = useFormErrors((values) => ({
    ...(values.get('email') === '' && { email: 'Email is required' }),
    ...(values.get('password') === '' && { password: 'Password is required' }),
  }))
  return (
    <form {...form} onSubmit={onSubmit(() => {})} className="grid gap-4">
      <ErrorSummary {...summary} />
      <TextField label="Email" type="email" autoComplete="off" required {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...field('password')} />
      <Button type="submit" wide>
        Sign In
      </Button>
    </form>
  )
}
