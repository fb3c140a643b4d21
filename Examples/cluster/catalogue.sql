-- The catalogue: products that are invented, the same for a number wherever and whenever they are made.
-- Wants of psql the variables 'table' and 'storage', which is empty or says how the table is partitioned.

CREATE TABLE :"table" (
  id bigint NOT NULL,
  name text NOT NULL,
  category text NOT NULL,
  manufacturer text NOT NULL,
  price numeric(10,2) NOT NULL,
  rating float8,
  stock int NOT NULL,
  in_stock bool NOT NULL,
  added timestamptz NOT NULL,
  tags text[] NOT NULL,
  details jsonb NOT NULL
) :storage;

-- Makes the products of some numbers. What differs between them is taken from the bits of a hash.
CREATE FUNCTION pg_temp.products(first bigint, last bigint) RETURNS SETOF :"table"
LANGUAGE sql STABLE AS $$
  SELECT
    id,
    (ARRAY['Amber', 'Ancient', 'Arctic', 'Azure', 'Bold', 'Bright', 'Calm', 'Copper', 'Crimson',
      'Crystal', 'Daring', 'Deep', 'Électrique', 'Emerald', 'Gentle', 'Golden', 'Grand', 'Hidden',
      'Humble', 'Ivory', 'Jade', 'Keen', 'Lucky', 'Marble', 'Noble', 'Northern', 'Quiet', 'Rapid',
      'Silver', 'Überaus', 'Velvet', 'Winter'])[1 + (h & 31)]
      || ' ' ||
    (ARRAY['Anchor', 'Basket', 'Bell', 'Blanket', 'Bottle', 'Bowl', 'Brush', 'Candle', 'Chair',
      'Clock', 'Compass', 'Cup', 'Desk', 'Drum', 'Fan', 'Flask', 'Flute', 'Frame', 'Globe', 'Hammer',
      'Kettle', 'Knife', 'Ladder', 'Lamp', 'Lantern', 'Mirror', 'Pillow', 'Saddle', 'Scarf', 'Stool',
      'Teapot', 'Wallet'])[1 + (h >> 5 & 31)]
      || ' ' || (h >> 10 & 1023),
    (ARRAY['Books', 'Camping', 'Clothing', 'Furniture', 'Garden', 'Kitchen', 'Lighting', 'Music',
      'Office', 'Outdoor', 'Sports', 'Stationery', 'Tools', 'Toys', 'Travel', 'Watches'])[1 + (h >> 20 & 15)],
    (ARRAY['Adler', 'Birch', 'Castor', 'Delta', 'Ermine', 'Falken', 'Gráinne', 'Harbor', 'Iris',
      'Juniper', 'Kestrel', 'Larsen', 'Meridian', 'Nordlys', 'Orion', 'Perkins'])[1 + (h >> 24 & 15)]
      || ' ' ||
    (ARRAY['& Co.', '& Daughters', 'Brothers', 'Designs', 'Goods', 'Industries', 'Supply', 'Works'])[1 + (h >> 28 & 7)],
    ((h >> 31 & 1048575) % 99900 + 99)::numeric / 100,
    CASE WHEN (h >> 51 & 31) > 0 THEN (10 + (h >> 40 & 4095) % 41)::float8 / 10 END,
    (h >> 46 & 255)::int * (h >> 54 & 1)::int,
    (h >> 46 & 255) * (h >> 54 & 1) > 0,
    timestamptz '2015-01-01 00:00:00+00' + (h >> 16 & 268435455) * interval '1 second',
    CASE h >> 60 & 3 WHEN 0 THEN '{}' WHEN 1 THEN ARRAY[first_tag] ELSE ARRAY[first_tag, second_tag] END,
    jsonb_build_object(
      'weight', (h >> 33 & 4095) + 50,
      'size', jsonb_build_array((h >> 12 & 63) + 1, (h >> 18 & 63) + 1, (h >> 24 & 63) + 1),
      'origin', (ARRAY['BR', 'CA', 'DE', 'FR', 'IN', 'IT', 'JP', 'KE', 'MX', 'NO', 'PL', 'PT', 'SE', 'TR',
        'US', 'ZA'])[1 + (h >> 36 & 15)],
      'warranty', CASE WHEN (h >> 57 & 3) > 0 THEN jsonb_build_object('years', h >> 57 & 3) END)
  FROM generate_series(first, last) AS id,
    LATERAL (SELECT hashint8extended(id, 1) AS h OFFSET 0) AS hashed,
    LATERAL (SELECT
      (ARRAY['classic', 'eco', 'fragile', 'gift', 'handmade', 'kids', 'limited', 'new'])[1 + (h >> 40 & 7)]
        AS first_tag,
      (ARRAY['outlet', 'premium', 'recycled', 'sale', 'set', 'spare', 'vegan', 'vintage'])[1 + (h >> 43 & 7)]
        AS second_tag) AS tags
$$;
