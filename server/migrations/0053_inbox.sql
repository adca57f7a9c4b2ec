-- expand
CREATE TABLE "conversation_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"is_incoming" boolean NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"text" text,
	"contact_message_id" integer,
	"provider_id" text,
	"message_id" uuid,
	"is_template" boolean DEFAULT false NOT NULL,
	"state" text,
	"reason" text,
	"author_id" uuid,
	"request_key" text,
	"happened_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_lines_text_check" CHECK (("conversation_lines"."text" is null) = ("conversation_lines"."contact_message_id" is not null)),
	CONSTRAINT "conversation_lines_state_check" CHECK ("conversation_lines"."is_incoming" = ("conversation_lines"."state" is null))
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"phone" text,
	"email" text,
	"name" text DEFAULT '' NOT NULL,
	"assigned_to" uuid,
	"closed_at" timestamp with time zone,
	"unread_since" timestamp with time zone,
	"last_line_at" timestamp with time zone NOT NULL,
	"last_whatsapp_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "conversations_address_check" CHECK ("conversations"."phone" is not null or "conversations"."email" is not null)
);
--> statement-breakpoint
CREATE TABLE "offer_choices" (
	"phone" text PRIMARY KEY NOT NULL,
	"agreed_at" timestamp with time zone,
	"source" text,
	"left_at" timestamp with time zone,
	"left_by" text,
	"leave_secret" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversation_lines" ADD CONSTRAINT "conversation_lines_conversation_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_lines" ADD CONSTRAINT "conversation_lines_contact_message_fk" FOREIGN KEY ("contact_message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_lines" ADD CONSTRAINT "conversation_lines_author_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assigned_to_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_lines_order_index" ON "conversation_lines" USING btree ("conversation_id","happened_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_lines_contact_message_key" ON "conversation_lines" USING btree ("contact_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_lines_message_key" ON "conversation_lines" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_lines_request_key" ON "conversation_lines" USING btree ("request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_lines_answer_key" ON "conversation_lines" USING btree ("provider_id") WHERE is_incoming;--> statement-breakpoint
CREATE INDEX "conversation_lines_receipt_index" ON "conversation_lines" USING btree ("provider_id") WHERE not is_incoming;--> statement-breakpoint
CREATE INDEX "conversation_lines_author_index" ON "conversation_lines" USING btree ("author_id") WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX "conversation_lines_unsent_index" ON "conversation_lines" USING btree ("changed_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_phone_key" ON "conversations" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_email_key" ON "conversations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "conversations_newest_index" ON "conversations" USING btree ("last_line_at","id");--> statement-breakpoint
CREATE INDEX "conversations_open_index" ON "conversations" USING btree ("last_line_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "conversations_unread_index" ON "conversations" USING btree ("last_line_at","id") WHERE unread_since is not null;--> statement-breakpoint
CREATE INDEX "conversations_assigned_index" ON "conversations" USING btree ("assigned_to") WHERE assigned_to is not null;--> statement-breakpoint
CREATE INDEX "conversations_person_index" ON "conversations" USING gin (("name" || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "offer_choices_leave_secret_key" ON "offer_choices" USING btree ("leave_secret");--> statement-breakpoint
CREATE INDEX "offer_choices_agreed_index" ON "offer_choices" USING btree ("phone") WHERE agreed_at is not null and left_at is null;--> statement-breakpoint
-- What the contact form brought so far: one conversation for each address.
INSERT INTO "conversations" ("email", "name", "closed_at", "unread_since", "last_line_at")
SELECT email, (array_agg(name ORDER BY id DESC))[1], CASE WHEN bool_and(done_at IS NOT NULL) THEN max(done_at) END,
	min(created_at) FILTER (WHERE read_at IS NULL AND done_at IS NULL), max(created_at)
FROM "contact_messages" GROUP BY email;--> statement-breakpoint
INSERT INTO "conversation_lines" ("conversation_id", "is_incoming", "channel", "address", "contact_message_id", "happened_at", "changed_at")
SELECT c.id, true, 'form', m.email, m.id, m.created_at, m.created_at
FROM "contact_messages" m JOIN "conversations" c ON c.email = m.email ORDER BY m.id;
