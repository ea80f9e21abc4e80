"""E-mails as rows: written in the transaction of what they tell, sent later."""
