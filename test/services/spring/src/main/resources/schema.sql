CREATE TABLE orders (id BIGINT AUTO_INCREMENT PRIMARY KEY, customer VARCHAR(80));
CREATE TABLE line (
  order_id BIGINT REFERENCES orders, place INT, article VARCHAR(80), pieces INT, cents INT, PRIMARY KEY (order_id, place));
