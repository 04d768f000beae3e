INSERT INTO orders (customer) SELECT 'customer ' || x FROM SYSTEM_RANGE(1, 1000);
INSERT INTO line SELECT o.x, p.x, 'article ' || MOD(o.x * p.x, 997), 1 + MOD(p.x, 3), 100 * p.x
  FROM SYSTEM_RANGE(1, 1000) o, SYSTEM_RANGE(0, 9) p;
